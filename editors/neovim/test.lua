-- Drives a real Neovim: diagnostics, hover, rename, layout, code action, the
-- conflict of a case. Run by ../editors_test.go with the folder of the test in
-- WORKSPACE and the program in MANTRAC.

local workspace = os.getenv("WORKSPACE")
local function log(...) io.stdout:write(table.concat({ ... }, " ") .. "\n") end
local function fail(what) log("FAIL", what); vim.cmd("cquit 1") end
local function wait(what, condition)
  if not vim.wait(90000, condition, 20) then fail(what) end
  log("ok", what)
end
local function lines(buffer) return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n") end

package.path = os.getenv("EDITORS") .. "/neovim/?.lua;" .. package.path
require("mantrac").setup({ cmd = { os.getenv("MANTRAC"), "lsp" } })

vim.cmd("edit " .. workspace .. "/order.checks")
local suite = vim.api.nvim_get_current_buf()
vim.cmd("edit " .. workspace .. "/stock.wm")
local model = vim.api.nvim_get_current_buf()
if vim.bo.filetype ~= "wm" then fail("the file type is " .. vim.bo.filetype) end

local function conflict(buffer)
  for _, d in ipairs(vim.diagnostic.get(buffer)) do
    if d.source == "mantrac validate" then return d end
  end
end
wait("a conflict is shown on the clause", function() return conflict(model) end)
wait("a conflict is shown on the check", function() return conflict(suite) end)
log("conflict", conflict(suite).message)

vim.api.nvim_win_set_cursor(0, { 2, 8 })
vim.lsp.buf.hover()
wait("hover opens", function()
  for _, w in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(w).relative ~= "" then
      local text = lines(vim.api.nvim_win_get_buf(w))
      if text:find("%(var looked Bool%)") then return true end
    end
  end
end)

wait("a lens shows the conflict", function()
  for _, lens in ipairs(vim.lsp.codelens.get(suite)) do
    if lens.command and lens.command.command == "mantrac.showConflict" then
      vim.lsp.commands["mantrac.showConflict"](lens.command, {})
      return true
    end
  end
  vim.api.nvim_buf_call(suite, vim.lsp.codelens.refresh)
  vim.wait(200)
end)
local shown = lines(0)
if not (shown:find("the model rejects step 1") and shown:find("x 1  pick")) then fail("the conflict: " .. shown) end
vim.cmd("close")

local references, asked = vim.lsp.buf.references, 0
vim.lsp.buf.references = function() asked = asked + 1 end
wait("a lens leads to its transition", function()
  for _, lens in ipairs(vim.lsp.codelens.get(model)) do
    if lens.command and lens.command.command == "mantrac.showReferences" then
      vim.lsp.commands["mantrac.showReferences"](lens.command, { client_id = vim.lsp.get_active_clients()[1].id })
      return asked > 0 and vim.api.nvim_win_get_cursor(0)[1] == lens.range.start.line + 1
    end
  end
  vim.api.nvim_buf_call(model, vim.lsp.codelens.refresh)
  vim.wait(200)
end)
vim.lsp.buf.references = references
vim.api.nvim_win_set_cursor(0, { 2, 8 })

vim.lsp.buf.rename("checked")
wait("rename changes the model", function() return lines(model):find("%(var checked Bool%)") and not lines(model):find("looked") end)
wait("rename changes the suite", function() return lines(suite):find("%(checked false%)") end)

vim.api.nvim_buf_set_lines(model, 1, 2, false, { "      (var   checked Bool)" })
local format = vim.lsp.buf.format or vim.lsp.buf.formatting_sync
format(vim.lsp.buf.format and { timeout_ms = 30000 } or {}, 30000)
wait("the layout is mended", function() return vim.api.nvim_buf_get_lines(model, 1, 2, false)[1] == "  (var checked Bool)" end)

vim.api.nvim_buf_set_lines(model, 11, 12, false, { "    (pre (= chekced true))" })
wait("a mistake is shown", function()
  for _, d in ipairs(vim.diagnostic.get(model)) do
    if d.source == "mantrac" and d.severity == vim.diagnostic.severity.ERROR then return true end
  end
end)
vim.api.nvim_win_set_cursor(0, { 12, 14 })
local params = vim.lsp.util.make_range_params()
params.context = { diagnostics = {} }
local found = vim.lsp.buf_request_sync(model, "textDocument/codeAction", params, 30000)
local action
for _, r in pairs(found or {}) do action = action or (r.result or {})[1] end
if not action then fail("there is no code action: " .. vim.inspect(found) .. vim.inspect(vim.diagnostic.get(model))) end
log("action", action.title)
vim.lsp.util.apply_workspace_edit(action.edit, "utf-16")
wait("the action mends it", function() return lines(model):find("%(= checked true%)") end)
wait("the mistake is gone", function()
  for _, d in ipairs(vim.diagnostic.get(model)) do
    if d.source == "mantrac" then return false end
  end
  return true
end)

log("PASS")
vim.cmd("qall!")
