import * as vscode from "vscode";
import { LanguageClient, State } from "vscode-languageclient/node";
import { CounterexampleView } from "./counterexample";
import { find, missing } from "./program";
import { CaseState, Report } from "./protocol";
import { Status } from "./status";
import { CaseTests } from "./tests";

let client: LanguageClient | undefined;
let states: CaseState[] = [];

/** What tests of the extension may look at. */
export interface Api { states(): CaseState[] }

export async function activate(context: vscode.ExtensionContext): Promise<Api> {
  const output = vscode.window.createOutputChannel("Mantra");
  const status = new Status();
  const view = new CounterexampleView(context);
  const tests = new CaseTests((uri, name) => validate(uri, name), (uri, name) => report(uri, name));
  context.subscriptions.push(output, status, view, tests);

  const start = async () => {
    const program = await find();
    if (!program) {
      status.missing();
      void missing();
      return;
    }
    client = new LanguageClient("mantrac", "Mantra", { command: program, args: ["lsp"] }, {
      documentSelector: [{ language: "mantra-wm" }, { language: "mantra-checks" }, { pattern: "**/mantra.yaml" }],
      outputChannel: output,
      initializationOptions: settings(),
      synchronize: { configurationSection: "mantrac" },
      middleware: {
        // The lens "show conflict" asks the server, whose answer is for this view.
        executeCommand: async (command, args, next) => {
          const answer = await next(command, args);
          if (command === "mantrac.showConflict" && answer) {
            view.show((args[0] as { uri: string }).uri, answer as Report);
          }
          return answer;
        },
      },
    });
    client.onDidChangeState((e) => status.server(e.newState === State.Running));
    client.onNotification("mantrac/verification", (p: { cases: CaseState[] }) => {
      states = p.cases;
      status.show(states);
      tests.show(states);
      void view.refresh(states);
    });
    await client.start();
  };

  const command = (name: string, run: (...args: any[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  command("mantrac.restart", async () => {
    await client?.stop();
    await start();
  });
  command("mantrac.showOutput", () => output.show());
  command("mantrac.validateFile", () => here((editor) => validate(editor.document.uri.toString())));
  command("mantrac.validateCase", () => here((editor) => {
    const at = caseAt(editor);
    return at ? validate(at.uri, at.case) : vscode.window.showInformationMessage("The cursor is in no case that can be validated.");
  }));
  command("mantrac.explain", explain);
  command("mantrac.showReferences", (location: { uri: string; range: { start: { line: number; character: number } } }) => {
    const { line, character } = location.range.start;
    return vscode.commands.executeCommand("editor.action.goToReferences", vscode.Uri.parse(location.uri), new vscode.Position(line, character));
  });
  await start();
  return { states: () => states };
}

export async function deactivate(): Promise<void> {
  await client?.stop();
}

function settings(): object {
  const all = vscode.workspace.getConfiguration("mantrac");
  return Object.fromEntries(["verify", "pause", "bound", "engine", "timeout"].map((name) => [name, all.get(name)]));
}

function here(run: (editor: vscode.TextEditor) => unknown): unknown {
  const editor = vscode.window.activeTextEditor;
  return editor && run(editor);
}

/** The case that the cursor is in: the last one whose name stands above it. */
function caseAt(editor: vscode.TextEditor): CaseState | undefined {
  const line = editor.selection.active.line;
  const uri = editor.document.uri.toString();
  return states.filter((s) => s.uri === uri && s.line <= line).sort((a, b) => b.line - a.line)[0];
}

function execute(command: string, uri: string, name?: string): Promise<unknown> {
  if (!client) {
    return Promise.reject(new Error("the language server is not running"));
  }
  return client.sendRequest("workspace/executeCommand", { command, arguments: [{ uri, case: name ?? "" }] });
}

const validate = (uri: string, name?: string) => execute("mantrac.validate", uri, name);
const report = (uri: string, name: string) => execute("mantrac.showConflict", uri, name) as Promise<Report>;

async function explain(): Promise<void> {
  const found = vscode.window.activeTextEditor && vscode.languages.getDiagnostics(vscode.window.activeTextEditor.document.uri);
  const codes = [...new Set((found ?? []).map((d) => (typeof d.code === "object" ? String(d.code.value) : String(d.code))))].filter((c) => /^MC\d+$/.test(c));
  const code = codes.length > 0
    ? await vscode.window.showQuickPick(codes, { placeHolder: "the code to explain" })
    : await vscode.window.showInputBox({ prompt: "The code to explain, as MC0412" });
  const program = code && (await find());
  if (!code || !program) {
    return;
  }
  const { execFile } = await import("node:child_process");
  execFile(program, ["explain", "--", code], async (error, stdout, stderr) => {
    if (error) {
      void vscode.window.showErrorMessage(stderr.trim() || String(error));
      return;
    }
    const page = await vscode.workspace.openTextDocument({ language: "markdown", content: stdout });
    await vscode.window.showTextDocument(page, { preview: true, viewColumn: vscode.ViewColumn.Beside });
  });
}
