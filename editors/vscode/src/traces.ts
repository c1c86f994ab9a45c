import * as vscode from "vscode";
import { Asks } from "./counterexample";
import { KeptTrace, TestReport } from "./protocol";

/** The kept traces of suites in the Test Explorer: a test for each, after the cases of the suite. */
export class KeptTraces implements vscode.Disposable {
  private readonly watcher = vscode.workspace.createFileSystemWatcher("**/*.traces.jsonl");
  private readonly saved = vscode.workspace.onDidSaveTextDocument((d) => {
    if (d.languageId === "mantra-wm" || d.languageId === "mantra-checks") {
      this.controller.items.forEach((suite) => void this.note(suite));
    }
  });

  constructor(private readonly controller: vscode.TestController, private readonly asks: Asks) {
    const look = (file: vscode.Uri) => void this.note(this.controller.items.get(file.toString().replace(/\.traces\.jsonl$/, ".checks")));
    this.watcher.onDidCreate(look);
    this.watcher.onDidChange(look);
    this.watcher.onDidDelete(look);
  }

  dispose(): void {
    this.watcher.dispose();
    this.saved.dispose();
  }

  /** Shows the traces of a suite with their results, which come by themselves: no message pops up. */
  async note(suite: vscode.TestItem | undefined): Promise<void> {
    const report = suite && (await this.asks.test(suite.id).catch(() => undefined));
    if (!suite || !report) {
      return; // the suite has errors, which are shown in it
    }
    const items = arrange(this.controller, suite, report);
    if (items.size === 0) {
      return;
    }
    const run = this.controller.createTestRun(new vscode.TestRunRequest(undefined, undefined, undefined, true), undefined, false);
    items.forEach((trace, item) => settle(run, item, trace));
    run.end();
  }

  /** Judges traces of a suite. */
  async run(run: vscode.TestRun, suite: vscode.TestItem, wanted: vscode.TestItem[]): Promise<void> {
    wanted.forEach((item) => run.started(item));
    try {
      const items = arrange(this.controller, suite, await this.asks.test(suite.id));
      const found = new Map([...items].map(([item, trace]) => [item.id, trace]));
      for (const item of wanted) {
        const trace = found.get(item.id);
        trace ? settle(run, item, trace) : run.errored(item, new vscode.TestMessage("The trace is not there any more."));
      }
    } catch (error) {
      const message = new vscode.TestMessage(error instanceof Error ? error.message : String(error));
      wanted.forEach((item) => run.errored(item, message));
    }
  }
}

/** The item of the kept traces of a suite, which comes after its cases. It is none of theirs: a case whose traces pass may have a conflict. */
const groupOf = (suite: vscode.TestItem) => JSON.stringify([suite.id]);

/** Whether an item is that of the kept traces of a suite. */
export const isGroup = (item: vscode.TestItem) => item.parent !== undefined && item.id === groupOf(item.parent);

/** Puts the traces of a suite below their item. */
function arrange(controller: vscode.TestController, suite: vscode.TestItem, report: TestReport): Map<vscode.TestItem, KeptTrace> {
  const items = new Map<vscode.TestItem, KeptTrace>();
  const { file, kept, traces } = report.suites[0];
  if (!kept) {
    suite.children.delete(groupOf(suite));
    return items;
  }
  const uri = vscode.Uri.file(file);
  const group = suite.children.get(groupOf(suite)) ?? controller.createTestItem(groupOf(suite), "kept traces", uri);
  group.children.replace(traces.map((t) => {
    const id = JSON.stringify([suite.id, t.case, t.id]);
    const item = group.children.get(id) ?? controller.createTestItem(id, t.id, uri);
    item.range = t.line ? new vscode.Range(t.line - 1, 0, t.line - 1, 0) : undefined;
    item.description = t.status === "missing" ? "no trace was made" : t.reason;
    items.set(item, t);
    return item;
  }));
  suite.children.add(group);
  return items;
}

function settle(run: vscode.TestRun, item: vscode.TestItem, t: KeptTrace): void {
  if (t.status === "pass") {
    run.passed(item);
    return;
  }
  if (t.status !== "fail") {
    run.skipped(item);
    return;
  }
  const changes = (t.changes ?? []).map((c) => `${c.name}: was ${c.was}, now ${c.now ?? "there is no such check"}${c.message ? `: ${c.message}` : ""}`);
  const message = new vscode.TestMessage([...changes, ...(t.reason ? [t.reason] : []), "", ...(t.events ?? [])].join("\n"));
  message.location = item.range && item.uri && new vscode.Location(item.uri, item.range);
  run.failed(item, message);
}
