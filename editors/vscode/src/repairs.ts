import * as vscode from "vscode";
import { FoundRepairs } from "./protocol";

/** Goes to the case, lets the user choose one of the repairs that were found, and makes it. */
// Not in the menu of quick fixes, which lists them, too: VS Code drops that menu where the
// answer comes more than half a second after the cursor has moved.
export async function showRepairs(found: FoundRepairs): Promise<void> {
  if (found.count === 0) {
    void vscode.window.showInformationMessage("No single edit that was tried closes a conflict of the case.");
    return;
  }
  const at = new vscode.Range(found.at.line, found.at.character, found.at.line, found.at.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(found.uri), { selection: at });
  const titles = (await quickFixes(found.uri, at, 0)).map((fix) => fix.title);
  const chosen = await vscode.window.showQuickPick(titles, { title: "Repairs", placeHolder: "Choose the edit to make", ignoreFocusOut: true });
  if (chosen === undefined) {
    return;
  }
  // Asked for now, the edit is of the text as it is.
  const edit = (await quickFixes(found.uri, at, found.count)).find((fix) => fix.title === chosen)?.edit;
  if (!edit || !(await vscode.workspace.applyEdit(edit))) {
    void vscode.window.showWarningMessage("The repair is not made: the texts have changed since it was found.");
  }
}

/** The quick fixes at a place that are edits; of so many the texts, too. */
async function quickFixes(uri: string, at: vscode.Range, resolved: number): Promise<vscode.CodeAction[]> {
  const fixes = await vscode.commands.executeCommand<vscode.CodeAction[]>("vscode.executeCodeActionProvider", vscode.Uri.parse(uri), at, vscode.CodeActionKind.QuickFix.value, resolved);
  return fixes.filter((fix) => !fix.command);
}
