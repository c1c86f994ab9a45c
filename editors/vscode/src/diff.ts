import * as path from "node:path";
import * as vscode from "vscode";
import { Pages } from "./pages";
import { mantrac, run } from "./program";

/** A text to compare with: how the program names it, and what it holds. */
interface Old { name: string; title: string; text: string }

/** Shows what has changed in a model or a suite, since a revision or against what is chosen: both texts side by side, and below them the list of typed edits. */
export async function semanticDiff(pages: Pages, document: vscode.TextDocument, revision?: string): Promise<void> {
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showInformationMessage("The folder is not trusted: neither git nor mantrac is started (Restricted Mode).");
    return;
  }
  if (document.isUntitled || document.uri.scheme !== "file") {
    void vscode.window.showInformationMessage("Only files can be compared.");
    return;
  }
  if (!(await saved(document))) {
    void vscode.window.showWarningMessage(`${path.basename(document.uri.fsPath)} is not saved, so it cannot be compared.`);
    return;
  }
  const file = document.uri.fsPath;
  const old = revision ? await committed(file, revision) : await choose(file);
  if (!old) {
    return;
  }
  const answer = await vscode.window.withProgress({ location: vscode.ProgressLocation.Window, title: "Mantra: comparing" },
    () => mantrac(["diff", "--behaviour", "--format", "markdown", old.name, file], path.dirname(file)));
  if (!answer) {
    return;
  }
  const left = pages.put(`${old.title}/${path.basename(file)}`, old.text);
  await vscode.commands.executeCommand("vscode.diff", left, document.uri, `${path.basename(file)}: ${old.title} ↔ now`, { preview: false, viewColumn: vscode.ViewColumn.One });
  if (answer.code > 1) {
    void vscode.window.showErrorMessage(`The edits cannot be listed: ${answer.stderr.trim() || `mantrac diff ends with ${answer.code}`}`);
    return;
  }
  await pages.show(`${path.basename(file)} edits.md`, answer.stdout.trim() || "No edits: both texts say the same.\n", "below");
}

/** Saves a document, and reports whether it is saved. A save while the text changes says that it failed, as one does that
 * meets another one, which comes after a delay and lays out the file. isDirty lags behind what is typed and saved. */
async function saved(document: vscode.TextDocument): Promise<boolean> {
  for (let left = 10; left > 0; left--) {
    if (await document.save()) {
      return true;
    }
    await new Promise((done) => setTimeout(done, 300));
  }
  return false;
}

/** The text to compare with: that of the last commit, of another revision, or another file. */
async function choose(file: string): Promise<Old | undefined> {
  const what = await vscode.window.showQuickPick([
    { label: "The last commit", description: "git HEAD", revision: "HEAD" },
    { label: "Another revision…", description: "a branch, tag or commit of git", revision: "" },
    { label: "Another file…", description: "", revision: undefined },
  ], { placeHolder: `what to compare ${path.basename(file)} with` });
  if (!what) {
    return undefined;
  }
  if (what.revision === undefined) {
    const [uri] = (await vscode.window.showOpenDialog({ title: "Compare with", defaultUri: vscode.Uri.file(path.dirname(file)) })) ?? [];
    return uri && { name: uri.fsPath, title: path.basename(uri.fsPath), text: (await vscode.workspace.openTextDocument(uri)).getText() };
  }
  const revision = what.revision || (await vscode.window.showInputBox({ prompt: "The revision, as git names it: main, HEAD~2, v1.0" }))?.trim();
  return revision ? committed(file, revision) : undefined;
}

/** The text of a file in a revision. */
async function committed(file: string, revision: string): Promise<Old | undefined> {
  const dir = path.dirname(file);
  try {
    const shown = await run("git", ["show", "--end-of-options", `${revision}:./${path.basename(file)}`], dir);
    if (shown.code !== 0) {
      throw new Error(shown.stderr.trim());
    }
    return { name: `git:${revision}:./${path.basename(file)}`, title: revision, text: shown.stdout };
  } catch (error) {
    void vscode.window.showErrorMessage(`git has no ${path.basename(file)} of ${revision}: ${error instanceof Error ? error.message : error}`);
    return undefined;
  }
}
