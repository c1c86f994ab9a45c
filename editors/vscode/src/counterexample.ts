import * as vscode from "vscode";
import { CaseState, Report } from "./protocol";

/** The view of a conflict: steps as columns, variables as rows. */
export class CounterexampleView implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown: { uri: string; report: Report } | undefined;

  constructor(private readonly context: vscode.ExtensionContext) {}

  dispose(): void { this.panel?.dispose(); }

  show(uri: string, report: Report): void {
    this.shown = { uri, report };
    if (!this.panel) {
      const media = vscode.Uri.joinPath(this.context.extensionUri, "media");
      this.panel = vscode.window.createWebviewPanel("mantrac.counterexample", "Conflict", { viewColumn: vscode.ViewColumn.Beside, preserveFocus: false }, {
        enableScripts: true, localResourceRoots: [media], retainContextWhenHidden: true,
      });
      this.panel.onDidDispose(() => { this.panel = undefined; });
      this.panel.webview.onDidReceiveMessage((m) => this.receive(m));
      this.panel.webview.html = this.page(this.panel.webview, media);
    }
    this.panel.title = `Conflict: ${report.case}`;
    this.panel.reveal(vscode.ViewColumn.Beside);
    this.send();
  }

  /** Marks what is shown as obsolete when the case has changed. */
  async refresh(states: CaseState[]): Promise<void> {
    const state = states.find((s) => s.uri === this.shown?.uri && s.case === this.shown?.report.case);
    await this.panel?.webview.postMessage({ kind: "phase", phase: state?.phase ?? "obsolete", title: state?.title ?? "" });
  }

  private send(): void {
    void this.panel?.webview.postMessage({ kind: "report", report: this.shown?.report });
  }

  private async receive(m: { kind: string; file?: string; line?: number; column?: number }): Promise<void> {
    if (m.kind === "ready") {
      this.send();
    } else if (m.kind === "open" && m.file && m.line) {
      const at = new vscode.Position(m.line - 1, Math.max(0, (m.column ?? 1) - 1));
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(m.file));
      await vscode.window.showTextDocument(document, { selection: new vscode.Range(at, at), viewColumn: vscode.ViewColumn.One });
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
<main id="view" aria-live="polite"></main>
<script nonce="${nonce}" src="${uri("counterexample.js")}"></script>
</body>
</html>`;
  }
}
