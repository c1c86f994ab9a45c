// Drives the HTML report in a real browser: PAGE is the file, PICTURES a
// folder for screenshots, or nothing.
import { createRequire } from "node:module";
import path from "node:path";

const { EDITOR, CHROMIUM, PAGE, PICTURES } = process.env;
const { chromium } = createRequire(path.join(EDITOR, "package.json"))("playwright-core");
const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: ["--no-sandbox", "--disable-gpu"] });
const page = await browser.newPage({ viewport: { width: 1300, height: 900 } });
const wrong = [];
page.on("pageerror", (e) => wrong.push(String(e)));
page.on("console", (m) => { if (m.type() === "error") { wrong.push(m.text()); } });
page.on("request", (r) => { if (!r.url().startsWith("file:")) { wrong.push("it asks for " + r.url()); } });

const said = (text) => console.log("ok " + text);
const is = (name, got, want) => {
  if (JSON.stringify(got) !== JSON.stringify(want)) { throw new Error(`${name}: ${JSON.stringify(got)}, want ${JSON.stringify(want)}`); }
  said(name);
};
const verdicts = () => page.locator("#table tbody td.v").allInnerTexts();
const picture = async (name) => { if (PICTURES) { await page.screenshot({ path: path.join(PICTURES, name + ".png"), fullPage: true }); } };

try {
  await page.goto("file://" + PAGE);
  is("the headline", (await page.locator("#headline").innerText()).split(".")[0], "1 of 4 traces pass, 2 fail, 1 could not be decided; 1 record could not be read");
  is("failures come first", await verdicts(), ["fail", "fail", "inconclusive", "pass"]);
  is("a bar for each model", await page.locator("#rates svg rect.bar").count(), 2);
  await page.locator("#dimension").selectOption("check");
  is("bars by check", await page.locator("#rates svg rect.bar").count(), 3);
  is("shares of classes", await page.locator("#classes svg rect").count(), 6);
  is("the heat map", await page.locator(".heat td").allInnerTexts(), ["50.0 %", "50.0 %", "100.0 %", "50.0 %", "–", "0.0 %", "–", "0.0 %", "–", "0.0 %"]);
  await picture("report");

  is("a table of the paper", await page.locator("#tables summary").allInnerTexts().then((l) => l.filter((t) => t.includes("missing"))), ["Required calls that are missing most often (App. 0.D.2)"]);
  is("its rows, with texts as texts", await page.locator("#tables details", { hasText: "missing most often" }).locator("tbody td").allInnerTexts(), ["look </script><b>", "1", "100.0 %"]);
  is("the traces that differ first", [await page.locator("#v-left option:checked").innerText(), await page.locator("#v-right option:checked").innerText()], ["large, trial 0: fail", "small, trial 0: fail"]);
  is("two models side by side", await page.locator("#versus tbody tr").first().locator("td").allInnerTexts(), ["fail", "fail"]);
  is("what happened in both", await page.locator("#versus ol").count(), 2);
  await page.locator("#v-left").selectOption({ label: "large, trial 0: pass" });
  is("what differs is marked", await page.locator("#versus tr.differs th").allInnerTexts(), ["look_first", "world model"]);
  is("no markup there either", await page.locator("#versus b, #tables b").count(), 0);

  await page.locator(".heat td button").first().click();
  is("a cell leads to its traces", await page.locator("#count").innerText(), "1 of 4 traces");
  await page.locator("#clear").click();
  await page.locator("#search").fill("small look");
  is("search", await verdicts(), ["fail", "inconclusive"]);
  await page.locator("#f-verdict").selectOption("inconclusive");
  is("search and filter", await verdicts(), ["inconclusive"]);
  await page.locator("#clear").click();
  await page.locator("th button", { hasText: "calls" }).click();
  is("sorted", await page.locator("th[aria-sort=ascending]").innerText(), "calls ▴");
  await page.locator("th button", { hasText: "verdict" }).click();

  await page.locator("body").press("j");
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await page.locator("#viewer .checks").waitFor();
  is("a trace is chosen by keys", await page.locator("tr[aria-selected=true]").count(), 1);
  is("the address names it", /#trace-\d+$/.test(page.url()), true);
  await page.goto("about:blank");
  await page.goto("file://" + PAGE + "#trace-0");
  is("the address leads to it", await page.locator("#viewer h3").first().innerText(), "fail 7-0 case late");
  is("events", await page.locator("#viewer li.event").count(), 4);
  is("what proves the failure", await page.locator("#viewer li.proof .badge").allInnerTexts(), ["look_first: violates", "world model: violates", "look_first: anchor", "world model: violates", "repeated-call: repeats"]);
  is("changed cells, with all of a large set", await page.locator(".states tr:not([hidden]) td.changed").allInnerTexts(), ["true", JSON.stringify(Array.from({ length: 300 }, (_, i) => (i === 7 ? "</b>" : "seat " + i)))]);
  is("unchanged rows are hidden", await page.locator(".states tbody tr[hidden]").count(), 1);
  await page.locator("#viewer input[type=checkbox]").check();
  is("and shown by the toggle", await page.locator(".states tbody tr[hidden]").count(), 0);
  is("the steps that the model refuses", await page.locator(".states th.broken").allInnerTexts(), ["#2 cancel", "#4 look"]);
  await page.locator("#viewer .checks button", { hasText: "#2" }).first().click();
  is("evidence leads to its event", await page.evaluate(() => document.activeElement.id), "event-2");
  is("texts are no markup", await page.locator("#viewer b").count(), 0);
  await picture("trace");
  await page.emulateMedia({ colorScheme: "dark" });
  await picture("dark");
  const unnamed = await page.evaluate(() => [...document.querySelectorAll("button, input, select, svg")].filter((e) => !(e.innerText || e.getAttribute("aria-label") || e.closest("label"))).map((e) => e.outerHTML));
  is("everything has a name for a screen reader", unnamed, []);
  is("nothing went wrong", wrong, []);
} finally {
  await browser.close();
}
