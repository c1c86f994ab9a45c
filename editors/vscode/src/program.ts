import * as fs from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";

/** Finds the program: by setting, or on the path. */
export async function find(): Promise<string | undefined> {
  const chosen = vscode.workspace.getConfiguration("mantrac").get<string>("path", "");
  if (chosen) {
    return executable(chosen) ? chosen : undefined;
  }
  const names = process.platform === "win32" ? ["mantrac.exe"] : ["mantrac"];
  for (const dir of (process.env.PATH ?? "").split(path.delimiter)) {
    for (const name of names) {
      const file = path.join(dir, name);
      if (dir && executable(file)) {
        return file;
      }
    }
  }
  return undefined;
}

function executable(file: string): boolean {
  try {
    fs.accessSync(file, fs.constants.X_OK);
    return fs.statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Says how to get the program. */
export async function missing(): Promise<void> {
  const chosen = vscode.workspace.getConfiguration("mantrac").get<string>("path", "");
  const what = chosen ? `There is no program ${chosen}.` : "The program mantrac is not on the path.";
  const how = "How to get it";
  const where = "Say where it is";
  switch (await vscode.window.showWarningMessage(`${what} Without it there is only highlighting.`, how, where)) {
    case how:
      await vscode.env.openExternal(vscode.Uri.parse("https://github.com/mantrac/mantrac#two-commands"));
      break;
    case where:
      await vscode.commands.executeCommand("workbench.action.openSettings", "mantrac.path");
      break;
  }
}
