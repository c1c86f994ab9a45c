import * as vscode from "vscode";
import { CaseState, Change, Report, TestReport } from "./protocol";

/** What the page of the view says. */
type Message = { kind: "ready" } | { kind: "validate" } | { kind: "open"; file: string; line: number; column: number; text: string };

/** How the view asks the server. */
export interface Asks {
  report(uri: string, name: string): Promise<Report>;
  validate(uri: string, name: string): Promise<unknown>;
  test(uri: string): Promise<TestReport>;
}

/** The view of a conflict: steps as columns, variables as rows. */
export class CounterexampleView implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown: { uri: string; report: Report; phase: CaseState["phase"] } | undefined;
  private change: Change | undefined; // is shown in place of a report

  constructor(private readonly context: vscode.ExtensionContext, private readonly asks: Asks) {}

  dispose(): void { this.panel?.dispose(); }

  show(uri: string, report: Report): void {
    this.shown = { uri, report, phase: "conflict" };
    this.change = undefined;
    this.open();
  }

  /** Shows the traces that tell two versions of a transition or a case apart. */
  showChange(change: Change): void {
    this.shown = undefined;
    this.change = change;
    this.open();
  }

  private open(): void {
    if (!this.panel) {
      const media = vscode.Uri.joinPath(this.context.extensionUri, "media");
      this.panel = vscode.window.createWebviewPanel("mantrac.counterexample", "Conflict", { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false }, {
        enableScripts: true, localResourceRoots: [media], retainContextWhenHidden: true,
      });
      this.panel.iconPath = vscode.Uri.joinPath(this.context.extensionUri, "icons", "checks.svg");
      this.panel.onDidDispose(() => { this.panel = this.shown = this.change = undefined; });
      this.panel.webview.onDidReceiveMessage((m) => this.receive(m));
      this.panel.webview.html = this.page(this.panel.webview, media);
    }
    this.panel.reveal(this.panel.viewColumn ?? vscode.ViewColumn.Beside);
    this.send();
  }

  /** Follows the case: marks what is shown as obsolete when the case has changed, and shows the new verdict once there is one. */
  async refresh(states: CaseState[]): Promise<void> {
    const shown = this.shown;
    if (!shown) {
      return;
    }
    const phase = states.find((s) => s.uri === shown.uri && s.case === shown.report.case)?.phase ?? "obsolete";
    const pending = ["verifying", "obsolete", "unverified", "broken"].includes(phase);
    const again = !pending && shown.phase !== phase;
    shown.phase = phase;
    if (again) {
      const report = await this.asks.report(shown.uri, shown.report.case).catch(() => undefined);
      if (report && this.shown === shown) {
        shown.report = report;
        this.send();
      }
      return;
    }
    await this.panel?.webview.postMessage({ kind: "phase", phase: phase === "unverified" || phase === "broken" ? "obsolete" : phase });
  }

  private send(): void {
    if (this.panel && this.change) {
      this.panel.title = `Change: ${this.change.name}`;
      void this.panel.webview.postMessage({ kind: "change", change: this.change });
    }
    if (this.panel && this.shown) {
      const { report } = this.shown;
      this.panel.title = `${report.verdict === "consistent" ? "Case" : "Conflict"}: ${report.case}`;
      void this.panel.webview.postMessage({ kind: "report", report });
    }
  }

  private async receive(m: Message): Promise<void> {
    switch (m.kind) {
      case "ready":
        return this.send();
      case "validate":
        await this.asks.validate(this.shown!.uri, this.shown!.report.case).catch((e) => vscode.window.showErrorMessage(String(e.message ?? e)));
        return;
      case "open":
        await reveal(m);
    }
  }

  private page(webview: vscode.Webview, media: vscode.Uri): string {
    const uri = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(media, name)).toString();
    const nonce = Array.from({ length: 32 }, () => "abcdefghijklmnopqrstuvwxyz0123456789"[Math.floor(Math.random() * 36)]).join("");
    return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'">
<link rel="stylesheet" href="${uri("counterexample.css")}">
<title>Conflict</title>
</head>
<body>
<main id="view"></main>
<script nonce="${nonce}" src="${uri("counterexample.js")}"></script>
</body>
</html>`;
  }
}

/** Opens a file where a clause stands, and selects it. Columns of reports are in bytes of UTF-8. */
async function reveal(m: { file: string; line: number; column: number; text: string }): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(m.file));
  const line = document.lineAt(Math.min(m.line, document.lineCount) - 1);
  const character = Buffer.from(line.text).subarray(0, m.column - 1).toString().length;
  const whole = line.text.startsWith(m.text, character) ? m.text.length : 0;
  const selection = new vscode.Range(line.lineNumber, character, line.lineNumber, character + whole);
  await vscode.window.showTextDocument(document, { selection, viewColumn: vscode.ViewColumn.One });
}
