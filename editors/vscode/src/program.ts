import { execFile } from "node:child_process";
import * as fs from "node:fs";
import * as os from "node:os";
import * as path from "node:path";
import * as vscode from "vscode";

/** What the setting says, with the home of the user for ~. */
function chosen(): string {
  return vscode.workspace.getConfiguration("mantrac").get<string>("path", "").trim().replace(/^~(?=[/\\])/, os.homedir());
}

/** Finds the program: by setting, or on the path. */
export async function find(): Promise<string | undefined> {
  const named = chosen();
  if (named) {
    return executable(named) ? named : undefined;
  }
  const name = process.platform === "win32" ? "mantrac.exe" : "mantrac";
  return (process.env.PATH ?? "").split(path.delimiter).filter(Boolean).map((dir) => path.join(dir, name)).find(executable);
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
  const named = chosen();
  const what = named ? `There is no program ${named}, which the setting mantrac.path names.` : "The program mantrac is not on the path.";
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

/** What a program wrote, and its exit code. */
export interface Ran { code: number; stdout: string; stderr: string }

/** Runs a program to its end. It rejects only where the program cannot be run. */
export function run(program: string, args: string[], cwd?: string): Promise<Ran> {
  return new Promise((done, failed) => {
    execFile(program, args, { cwd, maxBuffer: 64 << 20 }, (error, stdout, stderr) => {
      if (error && typeof error.code !== "number") {
        failed(error);
      } else {
        done({ code: error ? Number(error.code) : 0, stdout, stderr });
      }
    });
  });
}

/** Runs mantrac; undefined where there is none, which is said. */
export async function mantrac(args: string[], cwd?: string): Promise<Ran | undefined> {
  if (!vscode.workspace.isTrusted) {
    void vscode.window.showInformationMessage("The folder is not trusted: mantrac is not started (Restricted Mode).");
    return undefined;
  }
  const program = await find();
  if (!program) {
    void missing();
    return undefined;
  }
  return run(program, args, cwd);
}
