// What a person does in VS Code, with keyboard and mouse. Everything waits for
// what is to be seen, and nothing for a time.
import path from "node:path";
import { pictures } from "./browser.mjs";

/** The row of a list to choose from whose label is a text, no more and no less,
 * as it is seen: rows are used again, and hold hidden labels of earlier lists. */
export const choice = (page, label, state = "") => page.locator(`.quick-input-list .monaco-list-row${state}`)
  .filter({ has: page.locator(".label-name:visible", { hasText: new RegExp(`^\\s*${label.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}\\s*$`) }) }).first();

/** Runs a command of the palette by its title. It may ask for something at once, in the place of the palette. */
export async function command(page, title) {
  await page.keyboard.press("F1");
  await page.waitForSelector(".quick-input-widget input:focus");
  await page.keyboard.insertText(title);
  await choice(page, title).click();
  await until(page, `the palette goes away after ${title}`, () => page.evaluate((title) => {
    const input = document.querySelector(".quick-input-widget input");
    return !input?.checkVisibility() || !input.value.includes(title);
  }, title));
}

/** Opens a file by name. */
export async function openFile(page, name) {
  await page.keyboard.press("Control+P");
  await page.waitForSelector(".quick-input-widget input:focus");
  await page.keyboard.insertText(name);
  await choice(page, name, ".focused").waitFor();
  await page.keyboard.press("Enter");
  await page.locator(".editor-group-container.active .tab.active", { hasText: name }).first().waitFor();
  await page.waitForSelector(".editor-group-container.active .monaco-editor .view-line");
}

/** Puts the cursor on a line and column of the active editor. */
export async function goTo(page, line, column) {
  await page.keyboard.press("Control+G");
  await page.waitForSelector(".quick-input-widget input:focus");
  await page.keyboard.insertText(`${line}:${column}`);
  await page.keyboard.press("Enter");
  await page.waitForSelector(".quick-input-widget", { state: "hidden" });
  // The editor gets the focus back later than the widget goes: a key that is pressed before is lost.
  await page.waitForSelector(".editor-group-container.active .monaco-editor.focused");
  // VS Code notes by a timer that the box has lost the focus. On a busy machine a key may come before that, and is
  // taken for one of the box: Control+Space, for one, toggles a hover of its list (`quickInput.toggleHover`).
  await page.evaluate(() => new Promise((done) => setTimeout(done)));
}

/** Presses a key until what it opens is there. Once, on a busy machine, VS Code did not open the box for a new name,
 * and said nothing, though the editor had the focus. Why is not known. A user presses the key again. */
export async function press(page, key, opens) {
  for (let left = 3; left > 0; left--) {
    await page.keyboard.press(key);
    if (await opens.waitFor({ timeout: 20000 }).then(() => true, () => false)) { return; }
    console.log(`nothing came of ${key}, which is pressed again`);
  }
  await page.keyboard.press(key);
  await opens.waitFor();
}

/** Gives the active editor the focus: what had it may be gone, as a list of actions. */
export async function focus(page) {
  await page.keyboard.press("Control+1");
  await page.waitForSelector(".editor-group-container.active .monaco-editor.focused");
}

/** Moves the mouse to where the cursor is. A locator's hover would scroll what is
 * covered into view, and VS Code does not expect that inside of its editor. */
export async function pointAtCursor(page) {
  const box = await page.locator(".editor-group-container.active .monaco-editor.focused .cursors-layer .cursor").first().boundingBox();
  await page.mouse.move(box.x, box.y + box.height / 2);
}

/** A word of the active editor, as it is coloured. */
export const word = (page, text) => page.locator(".editor-group-container.active .view-line span span", { hasText: new RegExp(`^${text}$`) }).first();

/** Waits until a condition that the page does not show holds. */
export async function until(page, what, condition) {
  for (let i = 0; i < 1200; i++) {
    if (await condition()) { return; }
    await page.waitForTimeout(100);
  }
  throw new Error(`${what}: it is not so`);
}

/** What the page shows where a step fails, in words: the log of a machine elsewhere has no pictures. */
export const seen = (page) => page.evaluate(() => {
  const texts = (what) => [...document.querySelectorAll(what)].filter((e) => e.checkVisibility()).map((e) => e.innerText.trim()).filter((t) => t);
  const focused = document.activeElement;
  return JSON.stringify({
    focus: `${focused?.tagName} ${focused?.className}`, tab: texts(".tab.active"), lenses: texts(".codelens-decoration"), lists: texts(".quick-input-widget, .action-widget, .suggest-widget"),
    messages: texts(".notification-list-item, .monaco-editor-overlaymessage"), status: texts(".statusbar-item.left"),
  });
});

/** Keeps a picture, of the page or of a part of it. */
export const picture = (target, name) => target.screenshot({ path: path.join(pictures, name + ".png"), animations: "disabled" });
