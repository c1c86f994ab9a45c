// Starts the server of VS Code and a browser, says in one line of JSON where
// they are, and ends both when its input ends.
import { createRequire } from "node:module";
import { spawn } from "node:child_process";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";

const { EDITOR, CHROMIUM, SCRATCH } = process.env;
const { chromium } = createRequire(path.join(EDITOR, "package.json"))("playwright-core");

const port = await new Promise((found) => {
  const s = net.createServer().listen(0, "127.0.0.1", () => { const { port } = s.address(); s.close(() => found(port)); });
});
const server = spawn("node", [
  path.join(EDITOR, "node_modules/code-server/out/node/entry.js"), "--auth", "none", "--bind-addr", `127.0.0.1:${port}`,
  "--disable-telemetry", "--disable-update-check", "--disable-getting-started-override",
  "--user-data-dir", path.join(SCRATCH, "user"), "--extensions-dir", path.join(SCRATCH, "extensions"),
], { stdio: ["ignore", "pipe", "pipe"] });
const log = fs.createWriteStream(path.join(SCRATCH, "server.log"));
server.stdout.pipe(log);
server.stderr.pipe(log);
const browser = await chromium.launchServer({
  executablePath: CHROMIUM, headless: true,
  args: ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
await up();
console.log(JSON.stringify({ browser: browser.wsEndpoint(), host: `127.0.0.1:${port}` }));

process.stdin.resume().on("end", async () => {
  await browser.close();
  server.kill();
  process.exit(0);
});

async function up() {
  while (server.exitCode === null) {
    try {
      await fetch(`http://127.0.0.1:${port}/healthz`);
      return;
    } catch {
      await new Promise((r) => setTimeout(r, 100));
    }
  }
  console.error("the server of the editor has ended: " + fs.readFileSync(path.join(SCRATCH, "server.log"), "utf8"));
  await browser.close();
  process.exit(1);
}
