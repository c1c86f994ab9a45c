// A browser with VS Code in it.
import { createRequire } from "node:module";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

const { EDITOR, WORKSPACE, EXTENSION, SCRATCH, MANTRAC } = process.env;
const { chromium } = createRequire(path.join(EDITOR, "package.json"))("playwright-core");

/** Starts the server and a browser; the function that is returned ends both.
 * With restricted, folders are not trusted until somebody says so. */
export async function open({ restricted = false } = {}) {
  // The extension host has the path of a login shell and not ours.
  for (const scope of ["User", "Machine"]) {
    const dir = path.join(SCRATCH, "user", scope);
    fs.mkdirSync(dir, { recursive: true });
    fs.writeFileSync(path.join(dir, "settings.json"), JSON.stringify({
      "mantrac.path": MANTRAC, "workbench.startupEditor": "none", "workbench.colorTheme": "Default Light Modern",
      "workbench.reduceMotion": "on", "git.openRepositoryInParentFolders": "never",
      "testing.automaticallyOpenPeekView": "failureAnywhere", "security.workspace.trust.startupPrompt": "never",
    }));
  }
  const port = await new Promise((found) => {
    const s = net.createServer().listen(0, "127.0.0.1", () => { const { port } = s.address(); s.close(() => found(port)); });
  });
  const server = spawn("node", [
    path.join(EDITOR, "node_modules/code-server/out/node/entry.js"), "--auth", "none", "--bind-addr", `127.0.0.1:${port}`,
    "--disable-telemetry", "--disable-update-check", ...(restricted ? [] : ["--disable-workspace-trust"]), "--disable-getting-started-override",
    "--user-data-dir", path.join(SCRATCH, "user"), "--extensions-dir", path.join(SCRATCH, "extensions"),
  ], { stdio: ["ignore", "pipe", "pipe"] });
  const log = fs.createWriteStream(path.join(SCRATCH, "server.log"));
  server.stdout.pipe(log);
  server.stderr.pipe(log);
  await up(port);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM, headless: true,
    args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
  });
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(120000);
  return {
    page,
    address: `http://127.0.0.1:${port}`,
    remote: `vscode-remote://127.0.0.1:${port}`,
    async close() {
      await browser.close();
      server.kill();
      await once(server, "exit");
    },
  };
}

async function up(port) {
  for (let i = 0; i < 600; i++) {
    try {
      await fetch(`http://127.0.0.1:${port}/healthz`);
      return;
    } catch {
      await new Promise((r) => setTimeout(r, 100));
    }
  }
  throw new Error("the server of the editor does not come up");
}

export const workspace = WORKSPACE;
export const extension = EXTENSION;
export const scratch = SCRATCH;
