// Uses the extension as a person does, on a copy of examples/procurement, and
// keeps pictures of what they see.
import fs from "node:fs";
import path from "node:path";
import { open, workspace } from "./browser.mjs";
import { choice, command, focus, goTo, openFile, picture, pointAtCursor, press, seen, until, word } from "./hands.mjs";

const editor = await open();
const { page } = editor;
const file = (name) => fs.readFileSync(path.join(workspace, name), "utf8");
const expect = (holds, what) => { if (!holds) { throw new Error(what); } };
const explorer = (name) => page.locator(".test-explorer .monaco-list-row", { hasText: name }).first();
const view = () => page.frameLocator("iframe.webview").frameLocator("#active-frame");

const steps = {
  async "the language of a model, in the status bar"() {
    await openFile(page, "procurement.wm");
    await page.locator("#status\\.editor\\.mode", { hasText: "Mantra model" }).waitFor();
  },
  async "a squiggle under the clause that breaks"() {
    await goTo(page, 39, 1);
    await page.waitForSelector(".monaco-editor .squiggly-warning", { state: "attached" });
  },
  async "rows in Problems"() {
    await page.keyboard.press("Control+Shift+M");
    await page.locator(".markers-panel .monaco-list-row", { hasText: "the model rejects step 1" }).first().waitFor();
  },
  async "a hover with the declaration and its comment"() {
    await goTo(page, 39, 14);
    // Lenses move lines, and VS Code asks for none while another part has the focus.
    await page.locator(".codelens-decoration:visible", { hasText: "named by" }).first().waitFor();
    await pointAtCursor(page);
    await page.locator(".monaco-hover .hover-row", { hasText: "whether the inventory has been looked at" }).first().waitFor();
    await picture(page, "problems");
    // Ctrl+Shift+M would give Problems the focus at some later time, and VS Code drops a completion then.
    await page.keyboard.press("Control+J");
    await page.waitForSelector(".markers-panel", { state: "hidden" });
  },
  async "completion of a variable"() {
    await goTo(page, 39, 14);
    await page.keyboard.press("Control+Space");
    await page.locator(".suggest-widget .monaco-list-row", { hasText: "inventory_checked" }).first().waitFor();
    await picture(page, "completion");
    await page.keyboard.press("Escape");
  },
  async "rename across files"() {
    await goTo(page, 10, 12);
    await press(page, "F2", page.locator(".rename-box input:focus"));
    await page.keyboard.press("Control+A");
    await page.keyboard.type("inventory_read");
    await page.keyboard.press("Enter");
    for (const name of ["before.checks", "precedes.checks", "after.checks"]) {
      await until(page, `${name} has the new name on disk`, () => file(name).includes("(inventory_read false)") && !file(name).includes("inventory_checked"));
    }
    await word(page, "inventory_read").waitFor();
    expect(file("draft.checks").includes("inventory_checked"), "a suite of another model was changed");
  },
  async "layout on save"() {
    await goTo(page, 8, 1);
    await page.keyboard.type("      ");
    await page.keyboard.press("Control+S");
    await until(page, "the blanks are gone on disk", () => file("procurement.wm").includes("\n  (var in_stock Bool)") && file("procurement.wm").includes("(var inventory_read Bool)"));
  },
  async "a lens on the case, and one that shows its conflict"() {
    await openFile(page, "before.checks");
    await page.locator(".codelens-decoration a", { hasText: "show conflict" }).first().click();
  },
  async "the counterexample: steps, what the failing one needs, and changes"() {
    await view().locator("th.bad").first().waitFor();
    const head = await view().locator("table").first().locator("thead th").allInnerTexts();
    expect(/1\. assign_warehouse_picker/.test(head[2]) && /needs \(= inventory_read true\)/.test(head[2]), "the steps: " + head);
    expect(/2\. check_inventory/.test(head[3]), "the steps: " + head);
    const cells = view().locator("table").first();
    expect(await cells.locator("td.changed").count() === 2, "changed cells");
    expect(await cells.locator("td.read").count() === 1, "cells that the clause reads");
    expect(/false/.test(await cells.locator("td.read").innerText()), "the value that the clause reads");
    // The style sheet may come later than the table.
    await until(page, "the failing column is pinned", async () => await cells.locator("th.bad.pinned").evaluate((e) => getComputedStyle(e).position) === "sticky");
    expect(/asks for this call|a check asks for this call: \(call assign_warehouse_picker/.test(await view().locator("section p").first().innerText()), "the check that asks for the call");
    expect(/look_up, pick/.test(await view().locator("body").innerText()), "the checks that others do not imply");
    expect(/\(read by the clause that fails\)/.test(await cells.locator("td.read").textContent()), "what is read to those who hear the page");
    await page.keyboard.press("Control+B");
    await picture(page, "conflict");
    await page.keyboard.press("Control+B");
  },
  async "the counterexample: a toggle, by keyboard"() {
    const rows = view().locator("table").first().locator("tbody tr");
    expect(await rows.count() === 2, `${await rows.count()} rows`);
    await view().locator("#unchanged").focus();
    await page.keyboard.press("Space");
    await rows.nth(4).waitFor();
  },
  async "the counterexample: arrow keys go from cell to cell"() {
    await view().locator("td[tabindex='0']").first().focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    const at = await view().locator("td:focus").evaluate((e) => [e.parentElement.rowIndex, e.cellIndex]);
    expect(String(at) === "2,2", "the focus is at " + at);
  },
  async "the counterexample: a click leads to the clause"() {
    await view().locator("th.bad button").first().click();
    await page.locator(".tab.active", { hasText: "procurement.wm" }).first().waitFor();
    await page.locator("#status\\.editor\\.selection", { hasText: "Ln 39" }).first().waitFor();
  },
  async "the counterexample: it takes the colours of the theme"() {
    const colour = () => view().locator("body").evaluate((e) => getComputedStyle(e).backgroundColor + getComputedStyle(e).color);
    const before = await colour();
    await command(page, "Preferences: Toggle between Light/Dark Themes");
    await view().locator("body.vscode-dark").waitFor();
    await until(page, "the colours change", async () => (await colour()) !== before);
    await picture(page, "dark");
    await command(page, "Preferences: Toggle between Light/Dark Themes");
    await view().locator("body.vscode-light").waitFor();
  },
  async "the Test Explorer: a case is run, and its state and message are shown"() {
    await command(page, "Testing: Focus on Test Explorer View");
    await explorer("before.checks").click();
    await page.keyboard.press("ArrowRight");
    await explorer("in_stock_monitor").hover();
    await explorer("in_stock_monitor").locator(".codicon-testing-run-icon").first().click();
    await page.locator(".test-explorer .monaco-list-row .codicon-testing-failed-icon").first().waitFor();
    await page.locator(".zone-widget", { hasText: "the model rejects step 1" }).first().waitFor(); // opened by the run
    await picture(page, "tests");
    await explorer("in_stock_monitor").dblclick();
    await page.locator(".tab.active", { hasText: "before.checks" }).first().waitFor();
  },
  async "the Test Explorer: the kept traces of a suite follow its cases, and one is run by itself"() {
    await command(page, "Testing: Focus on Test Explorer View");
    await explorer("kept traces").click();
    await page.keyboard.press("ArrowRight");
    const trace = explorer("in_stock_monitor/look_up");
    await trace.locator(".codicon-testing-passed-icon").first().waitFor();
    await trace.hover();
    await trace.locator(".codicon-testing-run-icon").first().click();
    await trace.locator(".codicon-testing-passed-icon").first().waitFor();
    expect(await explorer("in_stock_monitor").locator(".codicon-testing-failed-icon").count() === 1, "the case has no conflict any more");
    await picture(page, "traces");
    await trace.dblclick();
    await page.locator(".tab.active", { hasText: "before.traces.jsonl" }).first().waitFor();
    await explorer("kept traces").click();
    await page.keyboard.press("ArrowLeft");
  },
  async "repairs are found on a click, and are listed with their effect"() {
    await openFile(page, "before.checks");
    await page.locator(".codelens-decoration a", { hasText: "find repairs" }).first().click();
    await page.locator(".quick-input-list .monaco-list-row.focused:visible", { hasText: "closes the conflict, opens none" }).first().waitFor();
    await picture(page, "repairs");
    await page.keyboard.press("Enter");
    await until(page, "the repair is on disk", () => file("before.checks").includes("(check_inventory_first (after (call"));
    await page.locator(".codelens-decoration", { hasText: "consistent (proved)" }).first().waitFor();
    await focus(page);
    await page.keyboard.press("Control+Z");
    await page.locator(".codelens-decoration a", { hasText: /[0-9] repairs?$/ }).first().waitFor(); // it is undone in the editor
    // Where the save after a delay is not over yet, VS Code takes what was undone for what is on disk, and saves it
    // only on command.
    await page.keyboard.press("Control+S");
    await until(page, "the undo is on disk", () => !file("before.checks").includes("check_inventory_first"));
  },
  async "the status bar counts the cases and leads to one"() {
    const item = page.locator(".statusbar-item.left", { hasText: /^\s*Mantra/ });
    await item.locator(".codicon-error").waitFor();
    await item.click();
    await page.locator(".quick-input-list .monaco-list-row", { hasText: "office_delivery" }).first().waitFor();
    await page.keyboard.insertText("office");
    await choice(page, "office_delivery", ".focused").waitFor();
    await picture(page, "cases");
    await page.keyboard.press("Enter");
    await page.locator(".tab.active", { hasText: "draft.checks" }).first().waitFor();
  },
  async "a mended case is validated on save, and the counterexample follows"() {
    await openFile(page, "before.checks");
    await goTo(page, 13, 1);
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await page.locator("#status\\.editor\\.selection", { hasText: "Ln 14, Col 5" }).first().waitFor(); // a step further in
    await page.keyboard.insertText("(first (after (call assign_warehouse_picker) (call check_inventory)))"); // typed, the editor would close some
    await view().locator(".obsolete").first().waitFor();
    await page.keyboard.press("Control+S");
    await view().locator("h1", { hasText: "consistent" }).first().waitFor();
    await page.locator(".codelens-decoration", { hasText: "consistent (proved)" }).first().waitFor();
    expect(file("before.checks").includes("(after (call assign_warehouse_picker) (call check_inventory)))\n"), file("before.checks"));
    await picture(page, "mended");
  },
  async "mutants are counted at clauses and checks on command, until the text changes"() {
    await openFile(page, "procurement.wm");
    await command(page, "Mantra: Mutate this model");
    await goTo(page, 39, 14);
    const hint = page.locator(".view-line", { hasText: /all.2.mutants.are.killed/ }).first(); // with blanks that do not break
    await hint.waitFor();
    await picture(page, "mutants");
    await page.keyboard.insertText("x");
    await hint.waitFor({ state: "detached" });
    await page.keyboard.press("Control+Z");
    await page.keyboard.press("Control+S"); // as above
    await until(page, "the edit is undone", () => file("procurement.wm").includes("(pre (= inventory_read true)\n"));
  },
  async "the Test Explorer: closing a suite leaves its results"() {
    await command(page, "Testing: Focus on Test Explorer View");
    const result = explorer("in_stock_monitor").locator(".codicon-testing-passed-icon").first();
    await result.waitFor();
    await openFile(page, "before.checks");
    await command(page, "View: Close Editor");
    await page.locator(".tab", { hasText: "before.checks" }).waitFor({ state: "detached" });
    // A verdict that comes after the closing shows that it has had its effect.
    await openFile(page, "after.checks");
    await command(page, "Mantra: Validate all cases of this file");
    await explorer("after.checks").locator(".codicon-testing-passed-icon").first().waitFor();
    expect(await result.isVisible(), "the case of the suite that was closed has no result");
    expect(await page.locator(".test-explorer .monaco-list-row .codicon-testing-error-icon").count() === 0, "a case is an error");
    await picture(page, "closed");
  },
  async "a mistake is explained on a page of its own"() {
    await openFile(page, "after.checks");
    await goTo(page, 1, 7);
    await page.keyboard.type("x");
    await page.waitForSelector(".monaco-editor .squiggly-error", { state: "attached" });
    await command(page, "Mantra: Explain the code at the cursor");
    await page.locator(".tab", { hasText: /Preview MC/ }).first().waitFor();
    const rendered = page.frameLocator("iframe.webview >> nth=-1").frameLocator("#active-frame");
    await rendered.locator("h1", { hasText: /^MC\d+/ }).first().waitFor();
    await picture(page, "explained");
  },
  async "edits are listed below both texts, side by side"() {
    await openFile(page, "procurement.wm");
    await command(page, "View: Close Other Editors in Group");
    await command(page, "View: Single Column Editor Layout");
    await goTo(page, 40, 1);
    await command(page, "Delete Line");
    await page.keyboard.insertText(")");
    await command(page, "Mantra: Compare edits with a revision or a file");
    await choice(page, "The last commit").click();
    await page.locator(".tab", { hasText: "procurement.wm: HEAD ↔ now" }).first().waitFor();
    await page.frameLocator("iframe.webview >> nth=-1").frameLocator("#active-frame").locator("body", { hasText: "removed precondition" }).waitFor();
    const groups = page.locator(".editor-group-container");
    expect(await groups.count() === 2 && await page.locator(".editor-group-container.empty").count() === 0, `${await groups.count()} groups of editors`);
    await page.keyboard.press("Control+B");
    await page.keyboard.press("Control+J");
    await picture(page, "edits");
  },
};

try {
  await page.goto(`${editor.address}/?folder=${workspace}`, { waitUntil: "domcontentloaded" });
  await page.waitForSelector(".monaco-workbench");
  await page.waitForSelector(".explorer-folders-view .monaco-list-row");
  for (const [what, step] of Object.entries(steps)) {
    const start = Date.now();
    await step().catch((error) => { throw new Error(`${what}: ${error.message}`); });
    console.log("ok", what, `(${((Date.now() - start) / 1000).toFixed(1)} s)`);
  }
  console.log("PASS");
} catch (error) {
  await picture(page, "failed");
  console.log("FAIL", String(error).slice(0, 2000));
  console.log("the page shows", await seen(page).catch((e) => `nothing that can be read: ${e.message}`));
  process.exitCode = 1;
}
await editor.close();
