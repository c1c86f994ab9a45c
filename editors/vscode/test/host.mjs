// Runs host/index.js in the extension host of VS Code, where it has the API.
import fs from "node:fs";
import path from "node:path";
import { extension, open, scratch, workspace } from "./browser.mjs";
import { picture } from "./hands.mjs";

const result = path.join(scratch, "result.txt");
// A save after a delay does not lay out the file, and if it comes first on a slow
// machine, nothing is left for the save of the test.
const editor = await open({ saved: "off" });
const payload = JSON.stringify([
  ["extensionDevelopmentPath", editor.remote + extension],
  ["extensionTestsPath", editor.remote + path.join(extension, "test/host/index.js")],
]);
await editor.page.goto(`${editor.address}/?folder=${workspace}&payload=${encodeURIComponent(payload)}`);
let text = "";
for (let i = 0; i < 6000 && !/^(PASS|FAIL)/m.test(text); i++) {
  await new Promise((r) => setTimeout(r, 100));
  text = fs.existsSync(result) ? fs.readFileSync(result, "utf8") : "";
}
console.log(text || "no result");
await picture(editor.page, "host");
await editor.close();
process.exit(/^PASS/m.test(text) ? 0 : 1);
