// Uses the extension as a person does, with keyboard and mouse, and keeps
// pictures of what they see.


import path from "node:path";
import { open, scratch, workspace } from "./browser.mjs";

const said = (what) => console.log("ok", what);
const editor = await open();
const { page } = editor;
const picture = (name) => page.screenshot({ path: path.join(scratch, name + ".png") });

async function command(text) {
  await page.keyboard.press("F1");
  await page.waitForSelector(".quick-input-widget input:focus");
  await page.keyboard.type(text);
  await page.locator(".quick-input-list .monaco-list-row", { hasText: text }).first().click();
}

try {
  await page.goto(`${editor.address}/?folder=${workspace}`, { waitUntil: "domcontentloaded" });
  await page.waitForSelector(".monaco-workbench");
  await page.getByRole("treeitem", { name: "stock.wm" }).first().dblclick();
  await page.waitForSelector(".monaco-editor .view-line");
  await page.waitForSelector(".monaco-editor .squiggly-warning", { state: "attached" });
  said("a squiggle under the clause");
  const language = await page.locator("#status\\.editor\\.mode").innerText();
  if (!/Mantra model/.test(language)) { throw new Error("the language is " + language); }
  said("the language in the status bar");

  await page.keyboard.press("Control+Shift+M");
  await page.locator(".markers-panel .monaco-list-row", { hasText: "the checks of order accept" }).first().waitFor();
  said("a row in Problems");

  await page.locator(".view-line span", { hasText: /^looked$/ }).first().hover();
  await page.locator(".monaco-hover .hover-row", { hasText: "var looked Bool" }).first().waitFor();
  said("a hover");
  await picture("hover");

  await page.getByRole("treeitem", { name: "order.checks" }).first().dblclick();
  await page.locator(".codelens-decoration a", { hasText: "show conflict" }).first().waitFor();
  said("a lens on the case");
  await page.locator(".codelens-decoration a", { hasText: "show conflict" }).first().click();
  const frame = page.frameLocator("iframe.webview").frameLocator("#active-frame");
  await frame.locator("th.bad").first().waitFor();
  const steps = await frame.locator("thead th").allInnerTexts();
  if (!/1\. pick/.test(steps[2]) || !/needs/.test(steps[2])) { throw new Error("the steps: " + steps); }
  const changed = await frame.locator("table").first().locator("td.changed").count();
  if (changed !== 2) { throw new Error(changed + " cells are marked as changed"); }
  said("the counterexample view");
  await page.keyboard.press("Control+J");
  await picture("conflict");
  await frame.locator("th.bad button").first().click();
  await page.locator(".tab.active", { hasText: "stock.wm" }).first().waitFor();
  said("a click leads to the clause");

  await command("Test: Focus on Test Explorer View");
  await page.locator(".test-explorer .monaco-list-row", { hasText: "order.checks" }).first().waitFor();
  said("the case in the Test Explorer");
  await picture("tests");
  console.log("PASS");
} catch (error) {
  await picture("failed");
  console.log("FAIL", String(error).slice(0, 2000));
  process.exitCode = 1;
}
await editor.close();
