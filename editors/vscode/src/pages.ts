import * as vscode from "vscode";

const scheme = "mantrac";

/** Documents that are in no file: pages of codes, lists of edits, older texts. */
export class Pages implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly texts = new Map<string, string>();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  readonly onDidChange = this.changed.event;

  dispose(): void {
    this.registration.dispose();
    this.changed.dispose();
  }

  provideTextDocumentContent(uri: vscode.Uri): string { return this.texts.get(uri.toString()) ?? ""; }

  /** Keeps a text under a path, whose last part is what a tab is called. */
  put(path: string, text: string): vscode.Uri {
    const uri = vscode.Uri.from({ scheme, path: path.startsWith("/") ? path : "/" + path });
    this.texts.set(uri.toString(), text);
    this.changed.fire(uri);
    return uri;
  }

  /** Shows Markdown, rendered, beside or below the active editor; where it is shown already, there. */
  async show(path: string, markdown: string, where: "beside" | "below" = "beside"): Promise<void> {
    const uri = this.put(path, markdown);
    const name = uri.path.slice(uri.path.lastIndexOf("/") + 1);
    if (vscode.window.tabGroups.all.some((g) => g.activeTab?.label.endsWith(name))) {
      return; // it follows the text
    }
    if (where === "below") {
      // The other commands for previews do not open them in an empty group.
      await vscode.commands.executeCommand("workbench.action.newGroupBelow");
      await vscode.commands.executeCommand("vscode.openWith", uri, "vscode.markdown.preview.editor", vscode.ViewColumn.Active);
    } else {
      await vscode.commands.executeCommand("markdown.showPreviewToSide", uri);
    }
  }
}
