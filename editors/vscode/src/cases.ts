import * as vscode from "vscode";
import { CaseState } from "./protocol";

const icons: { [phase in CaseState["phase"]]: string } = {
  conflict: "error", broken: "warning", unknown: "question", verifying: "sync~spin", obsolete: "history", unverified: "circle-outline", bounded: "pass", proved: "pass-filled",
};
const order = Object.keys(icons);

/** The item of the status bar: whether the server runs, and how the cases stand. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("mantrac", vscode.StatusBarAlignment.Left, 10);

  constructor() {
    this.item.name = "Mantra";
    this.down("The language server is starting.");
    this.item.show();
  }

  dispose(): void { this.item.dispose(); }

  /** The server does not run. */
  down(why: string, command = "mantrac.restart"): void {
    this.item.text = "$(circle-slash) Mantra";
    this.item.tooltip = why;
    this.item.command = command;
    this.item.backgroundColor = undefined;
  }

  show(states: CaseState[]): void {
    const count = (...phases: string[]) => states.filter((s) => phases.includes(s.phase)).length;
    const parts = [["verifying"], ["conflict"], ["broken"], ["unknown"], ["obsolete"], ["unverified"], ["proved", "bounded"]]
      .map((phases) => [count(...phases), icons[phases[0] as CaseState["phase"]]] as const)
      .filter(([n]) => n > 0).map(([n, icon]) => `$(${icon}) ${n}`);
    this.item.text = ["Mantra", ...parts].join(" ");
    const words: [string, number][] = [
      ["with a conflict", count("conflict")], ["with errors", count("broken")], ["unknown", count("unknown")], ["being validated", count("verifying")],
      ["changed since validated", count("obsolete")], ["not validated", count("unverified")],
      ["consistent up to the bound", count("bounded")], ["proved consistent", count("proved")],
    ];
    const known = words.filter(([, n]) => n > 0).map(([what, n]) => `- ${n} ${what}`);
    this.item.tooltip = new vscode.MarkdownString(known.length > 0 ? `Cases:\n${known.join("\n")}` : "There are no cases.");
    this.item.command = "mantrac.showCases";
  }
}

/** Lets the user choose a case, those in conflict first. */
export async function chooseCase(states: CaseState[]): Promise<CaseState | undefined> {
  if (states.length === 0) {
    void vscode.window.showInformationMessage("There are no cases: no suite (*.checks) was found.");
    return undefined;
  }
  const items = [...states].sort((a, b) => order.indexOf(a.phase) - order.indexOf(b.phase)).map((state) => ({
    label: `$(${icons[state.phase]}) ${state.case}`, description: state.title,
    detail: vscode.workspace.asRelativePath(vscode.Uri.parse(state.uri)), state,
  }));
  return (await vscode.window.showQuickPick(items, { placeHolder: "the case to go to", matchOnDescription: true, matchOnDetail: true }))?.state;
}

/** The case that the cursor is in: the last one whose name stands above it. */
export function caseAt(editor: vscode.TextEditor, states: CaseState[]): CaseState | undefined {
  const line = editor.selection.active.line;
  const uri = editor.document.uri.toString();
  return states.filter((s) => s.uri === uri && s.line <= line).sort((a, b) => b.line - a.line)[0];
}

/** Opens the file of a case at its name. */
export async function goTo(s: CaseState): Promise<void> {
  const selection = new vscode.Range(s.line, 0, s.line, 0);
  await vscode.window.showTextDocument(vscode.Uri.parse(s.uri), { selection, viewColumn: vscode.ViewColumn.One });
}
