-- mantrac for Neovim 0.7 and later, without plugins: file types, comments and
-- the language server.
--
-- Copy this file to ~/.config/nvim/lua/mantrac.lua, and write in init.lua:
--
--   require("mantrac").setup()
--
-- or, with settings:
--
--   require("mantrac").setup({ cmd = { "/opt/mantrac", "lsp" }, settings = { verify = "onType" } })
--
-- Verdicts are shown above the cases as code lenses, which
-- vim.lsp.codelens.run() runs: "show conflict" writes the trace into a window.
-- :MantracValidate validates the file.

local M = {}

local defaults = {
  cmd = { "mantrac", "lsp" },
  -- verify = "onSave" | "onType" | "never", and what else editors/README.md lists
  settings = vim.empty_dict(),
  on_attach = nil,
}

local languages = { wm = "mantra-wm", checks = "mantra-checks" }

-- root returns the folder of the project: that of the nearest mantra.yaml, or
-- else the file's own.
local function root(file)
  local dir = vim.fn.fnamemodify(file, ":p:h")
  local at = dir
  while true do
    if vim.fn.filereadable(at .. "/mantra.yaml") == 1 then return at end
    local up = vim.fn.fnamemodify(at, ":h")
    if up == at then return dir end
    at = up
  end
end

local clients = {} -- by root

local function start(options, buffer)
  if vim.fn.executable(options.cmd[1]) == 0 then
    vim.notify("mantrac: there is no program " .. options.cmd[1] .. "; see https://github.com/mantrac/mantrac", vim.log.levels.WARN)
    return
  end
  local dir = root(vim.api.nvim_buf_get_name(buffer))
  local id = clients[dir]
  if not id then
    id = vim.lsp.start_client({
      name = "mantrac",
      cmd = options.cmd,
      root_dir = dir,
      init_options = options.settings,
      workspace_folders = { { uri = vim.uri_from_fname(dir), name = vim.fn.fnamemodify(dir, ":t") } },
      get_language_id = function(_, filetype) return languages[filetype] or filetype end,
      on_attach = options.on_attach,
      -- One that is still starting counts as stopped for vim.lsp.client_is_stopped.
      on_exit = function() clients[dir] = nil end,
      handlers = {
        ["mantrac/verification"] = function() end, -- the lenses say the same
        ["workspace/codeLens/refresh"] = function()
          for _, b in ipairs(vim.lsp.get_buffers_by_client_id(id)) do
            vim.api.nvim_buf_call(b, vim.lsp.codelens.refresh)
          end
          return vim.NIL
        end,
      },
    })
    clients[dir] = id
  end
  if id then vim.lsp.buf_attach_client(buffer, id) end
end

-- validate has every case of the current file validated.
function M.validate()
  vim.lsp.buf.execute_command({ command = "mantrac.validate", arguments = { { uri = vim.uri_from_bufnr(0) } } })
end

-- show opens a window with what a program writes.
local function show(command, title)
  local text = vim.fn.systemlist(command)
  vim.cmd("botright new")
  local buffer = vim.api.nvim_get_current_buf()
  vim.api.nvim_buf_set_lines(buffer, 0, -1, false, text)
  vim.bo[buffer].buftype, vim.bo[buffer].bufhidden, vim.bo[buffer].modifiable = "nofile", "wipe", false
  pcall(vim.api.nvim_buf_set_name, buffer, title)
end

-- lenses are the commands of code lenses that are not the server's.
local function lenses(options)
  vim.lsp.commands["mantrac.showConflict"] = function(command)
    local argument = command.arguments[1]
    show({ options.cmd[1], "validate", "--case", argument.case, "--color", "never", vim.uri_to_fname(argument.uri) }, "conflict: " .. argument.case)
  end
  vim.lsp.commands["mantrac.showReferences"] = function(command, context)
    local client = vim.lsp.get_client_by_id(context.client_id)
    vim.lsp.util.jump_to_location(command.arguments[1], client and client.offset_encoding or "utf-16")
    vim.lsp.buf.references()
  end
end

function M.setup(options)
  options = vim.tbl_deep_extend("force", defaults, options or {})
  lenses(options)
  local group = vim.api.nvim_create_augroup("mantrac", { clear = true })
  for ending, _ in pairs(languages) do
    vim.api.nvim_create_autocmd({ "BufRead", "BufNewFile" }, {
      group = group, pattern = "*." .. ending,
      callback = function() vim.bo.filetype = ending end,
    })
    vim.api.nvim_create_autocmd("FileType", {
      group = group, pattern = ending,
      callback = function(event)
        vim.bo.commentstring = "; %s"
        vim.bo.lisp = false
        vim.bo.shiftwidth = 2
        vim.bo.expandtab = true
        start(options, event.buf or vim.api.nvim_get_current_buf())
      end,
    })
  end
  vim.api.nvim_create_user_command("MantracValidate", M.validate, {})
end

return M
