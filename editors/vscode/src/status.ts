import * as vscode from "vscode";
import { CaseState } from "./protocol";

/** The item in the status bar: whether the server runs, and how the cases stand. */
export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem("mantrac", vscode.StatusBarAlignment.Left, 10);
  private running = false;
  private states: CaseState[] = [];

  constructor() {
    this.item.name = "Mantra";
    this.item.command = "mantrac.showOutput";
    this.draw();
    this.item.show();
  }

  dispose(): void { this.item.dispose(); }

  missing(): void {
    this.item.text = "$(warning) Mantra";
    this.item.tooltip = "The program mantrac was not found.";
    this.item.command = "mantrac.restart";
  }

  server(running: boolean): void {
    this.running = running;
    this.draw();
  }

  show(states: CaseState[]): void {
    this.states = states;
    this.draw();
  }

  private draw(): void {
    const count = (...phases: string[]) => this.states.filter((s) => phases.includes(s.phase)).length;
    const parts: string[] = [];
    const add = (n: number, icon: string) => { if (n > 0) { parts.push(`$(${icon}) ${n}`); } };
    add(count("verifying"), "sync~spin");
    add(count("conflict"), "error");
    add(count("unknown"), "question");
    add(count("obsolete", "unverified"), "history");
    add(count("proved", "bounded"), "pass");
    this.item.text = this.running ? ["Mantra", ...parts].join(" ") : "$(circle-slash) Mantra";
    this.item.tooltip = this.running
      ? `${count("proved")} cases proved, ${count("bounded")} consistent up to the bound, ${count("conflict")} with a conflict, ` +
        `${count("unknown")} unknown, ${count("obsolete", "unverified")} changed or not validated, ${count("verifying")} under way`
      : "The language server is not running.";
  }
}
