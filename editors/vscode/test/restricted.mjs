// A folder that nobody has trusted: there are colours, and mantrac does not run
// until the folder is trusted.
import { open, workspace } from "./browser.mjs";
import { openFile, picture, word } from "./hands.mjs";

const editor = await open({ restricted: true });
const { page } = editor;
const expect = (holds, what) => { if (!holds) { throw new Error(what); } };

try {
  await page.goto(`${editor.address}/?folder=${workspace}`, { waitUntil: "domcontentloaded" });
  await page.waitForSelector(".monaco-workbench");
  await page.waitForSelector(".explorer-folders-view .monaco-list-row");
  await openFile(page, "procurement.wm");
  await page.locator("#status\\.editor\\.mode", { hasText: "Mantra model" }).waitFor();
  await word(page, "transition").waitFor();
  const colour = (text) => word(page, text).evaluate((e) => getComputedStyle(e).color);
  expect(await colour("transition") !== await colour("inventory_checked"), "there are no colours");
  const item = page.locator(".statusbar-item", { hasText: /^\s*Mantra$/ });
  await item.locator(".codicon-circle-slash").waitFor();
  expect(await page.locator(".squiggly-warning, .squiggly-error").count() === 0, "there are diagnostics");
  await picture(page, "restricted");
  await item.click();
  await page.locator(".workspace-trust-editor .monaco-button", { hasText: /^Trust$/ }).first().click();
  await item.locator(".codicon-circle-slash").waitFor({ state: "detached" });
  await openFile(page, "procurement.wm");
  await page.waitForSelector(".monaco-editor .squiggly-warning", { state: "attached" });
  console.log("PASS");
} catch (error) {
  await picture(page, "failed");
  console.log("FAIL", String(error).slice(0, 2000));
  process.exitCode = 1;
}
await editor.close();
