import * as fs from "node:fs";
import * as vscode from "vscode";
import { CaseState, Report } from "./protocol";
import { Asks } from "./counterexample";
import { isGroup, KeptTraces } from "./traces";

type Pending = { run: vscode.TestRun; item: vscode.TestItem; done: () => void };

/** Cases in the Test Explorer: a suite for each file, a test for each case, and one for each kept trace. */
export class CaseTests implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("mantrac", "Mantra cases");
  private readonly pending = new Map<string, Pending>();
  private readonly last = new Map<string, string>();
  private byItself: vscode.TestRun | undefined;
  private readonly notes: Promise<void>[] = [];
  private readonly traces: KeptTraces;

  constructor(private readonly asks: Asks) {
    this.traces = new KeptTraces(this.controller, asks);
    this.controller.createRunProfile("Validate", vscode.TestRunProfileKind.Run, (request, token) => this.run(request, token), true);
  }

  dispose(): void {
    this.traces.dispose();
    this.controller.dispose();
  }

  /** Shows the states of all cases. */
  show(states: CaseState[]): void {
    this.arrange(states);
    for (const s of states) {
      const id = key(s);
      const waiting = this.pending.get(id);
      if (s.phase === "verifying") {
        waiting?.run.started(waiting.item);
      } else if (waiting && s.trouble) {
        this.pending.delete(id);
        waiting.run.errored(waiting.item, new vscode.TestMessage(`The case cannot be validated: ${s.trouble}.`));
        waiting.done();
      } else if (waiting && decided(s)) {
        this.pending.delete(id);
        void this.settle(waiting.run, waiting.item, s).finally(waiting.done);
      } else if (!waiting && decided(s) && this.last.get(id) !== s.phase) {
        this.note(s);
      } else if ((s.phase === "obsolete" || s.phase === "broken") && this.last.get(id) !== s.phase) {
        this.controller.invalidateTestResults(this.item(s));
      }
      this.last.set(id, s.phase);
    }
    if (!states.some((s) => s.phase === "verifying")) {
      this.endNotes();
    }
    const there = new Set(states.map(key));
    for (const [id, waiting] of this.pending) {
      if (!there.has(id)) {
        this.pending.delete(id);
        waiting.run.errored(waiting.item, new vscode.TestMessage("The case cannot be validated: it is not there any more."));
        waiting.done();
      }
    }
  }

  /** Validates a case, or all of a file, as a run of tests. */
  async validate(uri: string, name?: string): Promise<void> {
    const suite = this.controller.items.get(uri);
    const item = name === undefined ? suite : suite?.children.get(key({ uri, case: name }));
    if (!item) {
      await this.asks.validate(uri, name ?? ""); // the server says why not
      return;
    }
    const source = new vscode.CancellationTokenSource();
    await this.run(new vscode.TestRunRequest([item]), source.token).finally(() => source.dispose());
  }

  /** Shows the suites with their cases. One that the server does not speak of has no case any more, or lies outside of the workspace and is closed: its cases stay as they were. */
  private arrange(states: CaseState[]): void {
    const there = new Set(states.map((s) => s.uri));
    this.controller.items.forEach((suite) => {
      if (!there.has(suite.id) && (vscode.workspace.getWorkspaceFolder(suite.uri!) || !fs.existsSync(suite.uri!.fsPath))) {
        this.controller.items.delete(suite.id);
      }
    });
    for (const uri of there) {
      const file = vscode.Uri.parse(uri);
      const suite = this.controller.items.get(uri) ?? this.controller.createTestItem(uri, vscode.workspace.asRelativePath(file), file);
      const before = [...suite.children].map(([, item]) => item);
      const cases = states.filter((s) => s.uri === uri).map((s) => {
        const item = suite.children.get(key(s)) ?? this.controller.createTestItem(key(s), s.case, file);
        item.range = new vscode.Range(s.line, 0, s.line, 0);
        item.description = s.title;
        return item;
      });
      suite.children.replace([...cases, ...before.filter(isGroup)]);
      this.controller.items.add(suite);
      if (before.filter((item) => !isGroup(item)).length !== cases.length) { // at first, and where a case has come or gone
        void this.traces.note(suite);
      }
    }
  }

  private item(s: CaseState): vscode.TestItem | undefined {
    return this.controller.items.get(s.uri)?.children.get(key(s));
  }

  /** Notes a verdict that came by itself, as after saving. Those that come in a row are one run, which is a continuous one: no message pops up. */
  private note(s: CaseState): void {
    const item = this.item(s);
    if (item) {
      this.byItself ??= this.controller.createTestRun(new vscode.TestRunRequest(undefined, undefined, undefined, true), undefined, false);
      this.notes.push(this.settle(this.byItself, item, s));
    }
  }

  private endNotes(): void {
    const run = this.byItself;
    this.byItself = undefined;
    void Promise.allSettled(this.notes.splice(0)).then(() => run?.end());
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    const cases: vscode.TestItem[] = [];
    const traces = new Map<vscode.TestItem, vscode.TestItem[]>(); // by suite
    const add = (item: vscode.TestItem) => {
      if (request.exclude?.includes(item)) {
        return;
      }
      const suite = item.parent?.parent;
      if (suite) {
        traces.set(suite, [...(traces.get(suite) ?? []), item]);
      } else if (item.parent && !isGroup(item)) {
        cases.push(item);
      }
      item.children.forEach(add);
    };
    request.include ? request.include.forEach(add) : this.controller.items.forEach(add);
    await Promise.all([
      ...[...traces].map(([suite, items]) => this.traces.run(run, suite, items)),
      ...cases.map((item) => this.one(run, item, token)),
    ]);
    run.end();
  }

  private async one(run: vscode.TestRun, item: vscode.TestItem, token: vscode.CancellationToken): Promise<void> {
    const [uri, name] = JSON.parse(item.id) as [string, string];
    run.enqueued(item);
    const finished = new Promise<void>((done) => {
      this.pending.set(item.id, { run, item, done });
      token.onCancellationRequested(() => {
        this.pending.delete(item.id);
        run.skipped(item);
        done();
      });
    });
    try {
      await this.asks.validate(uri, name);
      await finished;
    } catch (error) {
      this.pending.delete(item.id);
      run.errored(item, new vscode.TestMessage(error instanceof Error ? error.message : String(error)));
    }
  }

  private async settle(run: vscode.TestRun, item: vscode.TestItem, s: CaseState): Promise<void> {
    run.appendOutput(`${s.case}: ${s.title}\r\n`, undefined, item);
    switch (s.phase) {
      case "proved":
      case "bounded":
        run.passed(item);
        return;
      case "conflict": {
        const report = await this.asks.report(s.uri, s.case).catch(() => undefined);
        const message = new vscode.TestMessage(summary(s, report));
        message.location = new vscode.Location(vscode.Uri.parse(s.uri), new vscode.Position(s.line, 0));
        run.failed(item, message);
        return;
      }
      default:
        run.errored(item, new vscode.TestMessage(s.title));
    }
  }
}

const key = (s: { uri: string; case: string }) => JSON.stringify([s.uri, s.case]);
const decided = (s: CaseState) => s.phase === "proved" || s.phase === "bounded" || s.phase === "conflict" || s.phase === "unknown";

const plain: { [verdict: string]: string } = {
  "unsatisfiable-checks": "no trace passes the checks, for any model",
  "no-compliant-trace": "no run of the model passes the checks",
};

/** A conflict in a few lines: the first is all that is shown beside the case. */
export function summary(s: CaseState, report?: Report): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  const forward = report?.forward.result === "conflict" ? report.forward : undefined;
  const backward = report?.backward.find((b) => b.result === "conflict" && b.class === "commission");
  if (forward) {
    const clause = forward.clause ? `: \`${forward.clause.text}\` does not hold` : "";
    text.appendMarkdown(`the model rejects step ${forward.step} of a trace that the checks accept${clause}\n\n`);
  } else if (backward) {
    text.appendMarkdown(`the check \`${backward.check}\` rejects a trace that the model allows\n\n`);
  } else {
    text.appendMarkdown(`${plain[report?.verdict ?? ""] ?? s.title}\n\n`);
    (report?.blame ?? []).forEach((c) => text.appendMarkdown(`- ${c.kind} \`${c.text}\`\n`));
  }
  (forward ?? backward)?.witness?.steps.forEach((step, i) => {
    const args = Object.entries(step.args).map(([name, value]) => ` (${name} ${JSON.stringify(value)})`).join("");
    const mark = forward && i + 1 === forward.step ? " ✗" : "";
    text.appendMarkdown(`${i + 1}. \`${step.tool}${args}\`${mark}\n`);
  });
  const link = vscode.Uri.parse(`command:mantrac.showConflict?${encodeURIComponent(JSON.stringify([{ uri: s.uri, case: s.case }]))}`);
  text.appendMarkdown(`\n[show conflict](${link})\n`);
  text.isTrusted = { enabledCommands: ["mantrac.showConflict"] };
  return text;
}
