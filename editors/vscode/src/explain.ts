import * as vscode from "vscode";
import { Pages } from "./pages";
import { mantrac } from "./program";

const code = (d: vscode.Diagnostic) => (typeof d.code === "object" ? String(d.code.value) : String(d.code));
const codes = (list: readonly vscode.Diagnostic[]) => [...new Set(list.map(code).filter((c) => /^MC\d+$/.test(c)))];

/** Shows the page of the code at the cursor, or else of one that is chosen. */
export async function explain(pages: Pages): Promise<void> {
  const name = await choose();
  const page = name && (await mantrac(["explain", "--", name.trim().toUpperCase()]));
  if (!page) {
    return;
  }
  if (page.code !== 0) {
    void vscode.window.showErrorMessage(page.stderr.trim());
    return;
  }
  // What the page refers to is where the page is.
  const text = page.stdout.replaceAll("](../../", "](https://github.com/mantrac/mantrac/blob/main/");
  await pages.show(`${name}.md`, text);
}

async function choose(): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  const found = editor ? vscode.languages.getDiagnostics(editor.document.uri) : [];
  const here = codes(found.filter((d) => editor && d.range.contains(editor.selection.active)));
  const list = here.length > 0 ? here : codes(found);
  if (here.length === 1) {
    return here[0];
  }
  return list.length > 0
    ? vscode.window.showQuickPick(list, { placeHolder: "the code to explain" })
    : vscode.window.showInputBox({ prompt: "The code to explain, as MC0412" });
}
