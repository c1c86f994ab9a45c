// A page with VS Code in it.
import { createRequire } from "node:module";
import fs from "node:fs";
import path from "node:path";

const { BROWSER, EDITOR, HOST, WORKSPACE, EXTENSION, SCRATCH, MANTRAC, PICTURES } = process.env;
const { chromium } = createRequire(path.join(EDITOR, "package.json"))("playwright-core");

/** Opens a page in the browser that serve.mjs started. With restricted, folders
 * are not trusted until somebody says so. In a browser, files are saved after a
 * delay, if saved does not say "off". */
export async function open({ restricted = false, saved = "afterDelay" } = {}) {
  // The extension host has the path of a login shell and not ours.
  for (const scope of ["User", "Machine"]) {
    const dir = path.join(SCRATCH, "user", scope);
    fs.mkdirSync(dir, { recursive: true });
    fs.writeFileSync(path.join(dir, "settings.json"), JSON.stringify({
      "mantrac.path": MANTRAC, "workbench.startupEditor": "none", "workbench.colorTheme": "Default Light Modern",
      "workbench.reduceMotion": "on", "git.openRepositoryInParentFolders": "never",
      "files.autoSave": saved,
      "testing.automaticallyOpenPeekView": "failureAnywhere",
      "security.workspace.trust.enabled": restricted, "security.workspace.trust.startupPrompt": "never",
    }));
  }
  const browser = await chromium.connect(BROWSER);
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(120000);
  return { page, address: `http://${HOST}`, remote: `vscode-remote://${HOST}`, close: () => browser.close() };
}

export const workspace = WORKSPACE;
export const extension = EXTENSION;
export const scratch = SCRATCH;
export const pictures = PICTURES;
