import * as vscode from "vscode";
import { FoundRepairs } from "./protocol";

/** Goes to the case, and opens the menu of quick fixes, which are the repairs. */
export async function showRepairs(found: FoundRepairs): Promise<void> {
  if (found.count === 0) {
    void vscode.window.showInformationMessage("No single edit that was tried closes a conflict of the case.");
    return;
  }
  const at = new vscode.Position(found.at.line, found.at.character);
  await vscode.window.showTextDocument(vscode.Uri.parse(found.uri), { selection: new vscode.Range(at, at) });
  await vscode.commands.executeCommand("editor.action.quickFix");
}
