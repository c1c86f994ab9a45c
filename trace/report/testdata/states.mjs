// Compares the states that the HTML report PAGE makes of the changes it holds
// with those in the file STATES: for each trace a list, with an object for each
// call.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import path from "node:path";

const { EDITOR, CHROMIUM, PAGE, STATES } = process.env;
const { chromium } = createRequire(path.join(EDITOR, "package.json"))("playwright-core");
const browser = await chromium.launch({ executablePath: CHROMIUM, headless: true, args: ["--no-sandbox", "--disable-gpu"] });
try {
  const page = await browser.newPage();
  await page.goto("file://" + PAGE);
  const sorted = (entries) => JSON.stringify(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
  const got = await page.evaluate(() => data.traces.map((t) => fullStates(t).map((e) => [...e.state])));
  const want = JSON.parse(readFileSync(STATES, "utf8"));
  let compared = 0;
  want.forEach((states, i) => states.forEach((state, k) => {
    compared++;
    const expected = sorted(Object.entries(state)), found = sorted(got[i][k]);
    if (found !== expected) { throw new Error(`trace ${i}, call ${k}: ${found}, want ${expected}`); }
  }));
  console.log(`ok ${compared} states`);
} finally {
  await browser.close();
}
