import * as vscode from "vscode";
import { CaseState, Report } from "./protocol";

type Pending = { run: vscode.TestRun; item: vscode.TestItem; done: () => void };

/** Cases in the Test Explorer: a suite for each file, a test for each case. */
export class CaseTests implements vscode.Disposable {
  private readonly controller = vscode.tests.createTestController("mantrac", "Mantra cases");
  private readonly pending = new Map<string, Pending>();
  private readonly last = new Map<string, string>();

  constructor(
    private readonly validate: (uri: string, name: string) => Promise<unknown>,
    private readonly report: (uri: string, name: string) => Promise<Report>,
  ) {
    this.controller.createRunProfile("Validate", vscode.TestRunProfileKind.Run, (request, token) => this.run(request, token), true);
  }

  dispose(): void { this.controller.dispose(); }

  /** Shows the states of all cases. */
  show(states: CaseState[]): void {
    this.arrange(states);
    for (const s of states) {
      const id = key(s);
      const waiting = this.pending.get(id);
      if (s.phase === "verifying") {
        waiting?.run.started(waiting.item);
        continue;
      }
      if (waiting && s.phase !== "obsolete" && s.phase !== "unverified") {
        void this.settle(waiting.run, waiting.item, s).finally(waiting.done);
        this.pending.delete(id);
      } else if (!waiting && this.last.get(id) !== s.phase && decided(s)) {
        const item = this.item(s);
        if (item) {
          const run = this.controller.createTestRun(new vscode.TestRunRequest([item]), undefined, false);
          void this.settle(run, item, s).finally(() => run.end());
        }
      }
      this.last.set(id, s.phase);
    }
  }

  private arrange(states: CaseState[]): void {
    const uris = [...new Set(states.map((s) => s.uri))];
    this.controller.items.replace(uris.map((uri) => {
      const file = vscode.Uri.parse(uri);
      const parent = this.controller.items.get(uri) ?? this.controller.createTestItem(uri, vscode.workspace.asRelativePath(file), file);
      parent.children.replace(states.filter((s) => s.uri === uri).map((s) => {
        const item = parent.children.get(key(s)) ?? this.controller.createTestItem(key(s), s.case, file);
        item.range = new vscode.Range(s.line, 0, s.line, 0);
        item.description = s.title;
        return item;
      }));
      return parent;
    }));
  }

  private item(s: CaseState): vscode.TestItem | undefined {
    return this.controller.items.get(s.uri)?.children.get(key(s));
  }

  private async run(request: vscode.TestRunRequest, token: vscode.CancellationToken): Promise<void> {
    const run = this.controller.createTestRun(request);
    const items: vscode.TestItem[] = [];
    const add = (item: vscode.TestItem) => (item.children.size > 0 ? item.children.forEach(add) : items.push(item));
    if (request.include) {
      request.include.forEach(add);
    } else {
      this.controller.items.forEach(add);
    }
    await Promise.all(items.map(async (item) => {
      const [uri, name] = JSON.parse(item.id) as [string, string];
      run.enqueued(item);
      const finished = new Promise<void>((done) => this.pending.set(item.id, { run, item, done }));
      token.onCancellationRequested(() => this.pending.get(item.id)?.done());
      try {
        await this.validate(uri, name);
        await finished;
      } catch (error) {
        this.pending.delete(item.id);
        run.errored(item, new vscode.TestMessage(String(error)));
      }
    }));
    run.end();
  }

  private async settle(run: vscode.TestRun, item: vscode.TestItem, s: CaseState): Promise<void> {
    switch (s.phase) {
      case "proved":
      case "bounded":
        run.appendOutput(`${s.case}: ${s.title}\r\n`, undefined, item);
        run.passed(item);
        return;
      case "conflict": {
        const report = await this.report(s.uri, s.case).catch(() => undefined);
        const message = new vscode.TestMessage(new vscode.MarkdownString(summary(s, report)));
        message.location = new vscode.Location(vscode.Uri.parse(s.uri), new vscode.Position(s.line, 0));
        run.failed(item, message);
        return;
      }
      default:
        run.errored(item, new vscode.TestMessage(s.title));
    }
  }
}

const key = (s: CaseState) => JSON.stringify([s.uri, s.case]);
const decided = (s: CaseState) => s.phase === "proved" || s.phase === "bounded" || s.phase === "conflict" || s.phase === "unknown";

/** A conflict in a few lines. */
export function summary(s: CaseState, report?: Report): string {
  const witness = report?.forward.witness ?? report?.backward.find((b) => b.class === "commission")?.witness;
  const lines = [`**${s.title}**`];
  if (report?.forward.clause) {
    lines.push(`the checks accept this trace; the model rejects step ${report.forward.step}: \`${report.forward.clause.text}\` does not hold`);
  }
  (witness?.steps ?? []).forEach((step, i) => lines.push(`${i + 1}. \`${step.tool}\` ${JSON.stringify(step.args)}`));
  return lines.join("\n\n");
}
