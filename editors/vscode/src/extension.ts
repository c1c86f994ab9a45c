import * as vscode from "vscode";
import { LanguageClient, RevealOutputChannelOn, State } from "vscode-languageclient/node";
import { caseAt, chooseCase, goTo, Status } from "./cases";
import { Asks, CounterexampleView } from "./counterexample";
import { semanticDiff } from "./diff";
import { explain } from "./explain";
import { Pages } from "./pages";
import { find, missing } from "./program";
import { CaseState, Change, FoundRepairs, Report, TestReport } from "./protocol";
import { showRepairs } from "./repairs";
import { CaseTests } from "./tests";

let client: LanguageClient | undefined;
let states: CaseState[] = [];

/** What tests of the extension may look at. */
export interface Api { states(): CaseState[]; running(): boolean }

export async function activate(context: vscode.ExtensionContext): Promise<Api> {
  const output = vscode.window.createOutputChannel("Mantra");
  const status = new Status();
  const view = new CounterexampleView(context, asks);
  const tests = new CaseTests(asks);
  const pages = new Pages();
  context.subscriptions.push(output, status, view, tests, pages);

  const show = (now: CaseState[]) => {
    states = now;
    status.show(states);
    tests.show(states);
    void view.refresh(states);
  };
  const start = async () => {
    if (!vscode.workspace.isTrusted) {
      status.down("The folder is not trusted: mantrac is not started (Restricted Mode).", "workbench.trust.manage");
      return;
    }
    const program = await find();
    if (!program) {
      status.down("The program mantrac was not found.");
      void missing();
      return;
    }
    client = connect(program, output, view);
    client.onNotification("mantrac/verification", (p: { cases: CaseState[] }) => show(p.cases));
    client.onDidChangeState((e) => (e.newState === State.Running ? status.show(states) : status.down("The language server is not running.")));
    try {
      await client.start();
      tellVisible();
    } catch (error) {
      status.down("The language server does not start.");
      void offerOutput(`${program} does not start as a language server: ${message(error)}`, output);
    }
  };
  const restart = async () => {
    await stop();
    states = [];
    status.show(states); // tests keep their results until the new server has its own
    await start();
  };

  const command = (name: string, run: (...args: any[]) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  command("mantrac.restart", restart);
  command("mantrac.showOutput", () => output.show());
  command("mantrac.showCases", async () => {
    const chosen = await chooseCase(states);
    if (chosen) {
      await goTo(chosen);
    }
  });
  command("mantrac.validateFile", () => here((editor) => tests.validate(editor.document.uri.toString())));
  command("mantrac.validateCase", () => here((editor) => {
    const at = caseAt(editor, states);
    return at ? tests.validate(at.uri, at.case) : tell("The cursor is in no case: there is none above it.");
  }));
  command("mantrac.mutateModel", () => here((editor) => execute("mantrac.mutate", editor.document.uri.toString(), "")));
  command("mantrac.explain", () => explain(pages));
  // A menu hands over a file, a key binding perhaps a revision.
  command("mantrac.semanticDiff", (revision: unknown) => here((editor) => semanticDiff(pages, editor.document, typeof revision === "string" ? revision : undefined)));
  command("mantrac.showReferences", (location: { uri: string; range: { start: { line: number; character: number } } }) => {
    const { line, character } = location.range.start;
    return vscode.commands.executeCommand("editor.action.goToReferences", vscode.Uri.parse(location.uri), new vscode.Position(line, character));
  });
  context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(restart));
  context.subscriptions.push(vscode.workspace.onDidChangeConfiguration((e) => {
    if (e.affectsConfiguration("mantrac.path") && vscode.workspace.isTrusted) {
      void restart();
    }
  }));
  context.subscriptions.push(vscode.window.onDidChangeActiveTextEditor(tellVisible), vscode.window.onDidChangeVisibleTextEditors(tellVisible));
  await start();
  return { states: () => states, running: () => client?.state === State.Running };
}

/** Tells the server what the user looks at: it is validated first. */
function tellVisible(): void {
  if (client?.state === State.Running) {
    const active = vscode.window.activeTextEditor;
    const editors = [...(active ? [active] : []), ...vscode.window.visibleTextEditors.filter((e) => e !== active)];
    void client.sendNotification("mantrac/visible", { uris: editors.map((e) => e.document.uri.toString()) });
  }
}

export async function deactivate(): Promise<void> {
  await stop();
}

async function stop(): Promise<void> {
  const had = client;
  client = undefined;
  await had?.stop().catch(() => undefined); // it had not started, or is gone
}

function connect(program: string, output: vscode.OutputChannel, view: CounterexampleView): LanguageClient {
  return new LanguageClient("mantrac", "Mantra", { command: program, args: ["lsp"] }, {
    // Not the older texts of comparisons, which are in no project.
    documentSelector: [
      { scheme: "file", language: "mantra-wm" }, { scheme: "file", language: "mantra-checks" }, { scheme: "file", pattern: "**/{mantra,bindings}.yaml" },
      { scheme: "file", language: "json", pattern: "**/*tools*.json" }, { scheme: "file", language: "yaml", pattern: "**/*tools*.{yaml,yml}" },
      { scheme: "untitled", language: "mantra-wm" }, { scheme: "untitled", language: "mantra-checks" },
    ],
    outputChannel: output,
    revealOutputChannelOn: RevealOutputChannelOn.Never,
    initializationOptions: settings(),
    synchronize: { configurationSection: "mantrac" },
    middleware: {
      // The lenses that show something ask the server, whose answers are for these views.
      executeCommand: async (command, args, next) => {
        const answer = await next(command, args);
        if (command === "mantrac.showConflict" && answer) {
          view.show((args[0] as { uri: string }).uri, answer as Report);
        }
        if (command === "mantrac.showChange" && answer) {
          view.showChange(answer as Change);
        }
        if (command === "mantrac.repair" && answer) {
          await showRepairs(answer as FoundRepairs);
        }
        return answer;
      },
    },
  });
}

function settings(): object {
  const all = vscode.workspace.getConfiguration("mantrac");
  return Object.fromEntries([["panel", true], ...["verify", "inspect", "showCanFail", "showKeeps", "compare", "mergeBase", "pause", "bound", "engine", "timeout"].map((name) => [name, all.get(name)])]);
}

const message = (error: unknown) => (error instanceof Error ? error.message : String(error));
const tell = (text: string) => vscode.window.showInformationMessage(text);

async function offerOutput(text: string, output: vscode.OutputChannel): Promise<void> {
  if (await vscode.window.showErrorMessage(text, "Show the output")) {
    output.show();
  }
}

/** Runs something on the active editor, and says why it could not. */
async function here(run: (editor: vscode.TextEditor) => unknown): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !["mantra-wm", "mantra-checks"].includes(editor.document.languageId)) {
    void tell("Open a model (*.wm) or a suite (*.checks) first.");
    return;
  }
  try {
    await run(editor);
  } catch (error) {
    void vscode.window.showErrorMessage(message(error));
  }
}

function execute(command: string, uri: string, name: string): Promise<unknown> {
  if (!client) {
    return Promise.reject(new Error("the language server is not running"));
  }
  return client.sendRequest("workspace/executeCommand", { command, arguments: [{ uri, case: name }] });
}

const asks: Asks = {
  validate: (uri, name) => execute("mantrac.validate", uri, name),
  report: (uri, name) => execute("mantrac.showConflict", uri, name) as Promise<Report>,
  test: (uri) => execute("mantrac.test", uri, "") as Promise<TestReport>,
};
