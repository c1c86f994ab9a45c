// What the commands of the extension do. The suite is consistent when this
// begins.
const fs = require("fs");
const vscode = require("vscode");
const { execFileSync } = require("child_process");
const { ok, wait } = require("./said");

const run = (command, ...args) => vscode.commands.executeCommand(command, ...args);
const tab = (label) => vscode.window.tabGroups.all.some((g) => g.tabs.some((t) => label.test(t.label)));
const set = (name, value) => vscode.workspace.getConfiguration("mantrac").update(name, value, vscode.ConfigurationTarget.Global);

async function replace(document, from, to) {
  const start = document.getText().indexOf(from);
  if (start < 0) { throw new Error(`there is no ${from} in ${document.getText()}`); }
  const edit = new vscode.WorkspaceEdit();
  edit.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(start + from.length)), to);
  await vscode.workspace.applyEdit(edit);
}

/** With verification switched off, only a command validates. */
async function validate(api, suite) {
  const order = () => api.states().find((s) => s.case === "order") || {};
  await set("verify", "never");
  await replace(suite, "(sorted (after (call pick) (call look)))", "");
  await suite.save();
  await wait("without verification the verdict stays obsolete", () => order().phase === "obsolete");
  await vscode.window.showTextDocument(suite, vscode.ViewColumn.One);
  await run("mantrac.validateFile");
  if (order().phase !== "conflict") { throw new Error("validateFile: " + JSON.stringify(order())); }
  ok("a file is validated on command");

  await replace(suite, "(call pick))", "(call pick))\n    (sorted (after (call pick) (call look)))");
  await wait("the edit makes the verdict obsolete", () => order().phase === "obsolete");
  const editor = await vscode.window.showTextDocument(suite, vscode.ViewColumn.One);
  editor.selection = new vscode.Selection(5, 0, 5, 0);
  await run("mantrac.validateCase");
  if (order().phase !== "proved" && order().phase !== "bounded") { throw new Error("validateCase: " + JSON.stringify(order())); }
  ok("the case at the cursor is validated on command, as it stands in the editor");
  await suite.save();
  await set("verify", undefined);
}

async function explain(model) {
  await replace(model, "(= checked true)", "(= chekced true)");
  const found = await wait("a mistake to be explained", () => vscode.languages.getDiagnostics(model.uri).find((d) => d.source === "mantrac"));
  const editor = await vscode.window.showTextDocument(model, vscode.ViewColumn.One);
  editor.selection = new vscode.Selection(found.range.start, found.range.start);
  await run("mantrac.explain");
  await wait("the page of its code opens", () => tab(new RegExp(found.code.value)));
  await replace(model, "(= chekced true)", "(= checked true)");
  await wait("the model is saved as it is", async () => {
    await model.save(); // fails where it meets another save
    return fs.readFileSync(model.uri.fsPath, "utf8").includes("(= checked true)");
  });
}

async function compare(folder, model) {
  const git = (...args) => execFileSync("git", ["-C", folder.fsPath, "-c", "user.name=t", "-c", "user.email=t@example.org", ...args]);
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "-m", "a model");
  await replace(model, "(pre (= checked true))", "(pre)");
  await vscode.window.showTextDocument(model, vscode.ViewColumn.One);
  await run("mantrac.semanticDiff", "HEAD");
  await wait("a file is compared with its last commit, side by side", () => tab(/stock\.wm: HEAD ↔ now/));
  await wait("and its edits are listed", () => tab(/stock\.wm edits\.md/));
  const list = await vscode.workspace.openTextDocument(vscode.Uri.parse("mantrac:/stock.wm%20edits.md"));
  if (!/removed precondition[^]*\(= checked true\)/.test(list.getText())) { throw new Error("the edits: " + list.getText()); }
  if (model.isDirty) { throw new Error("the model is not saved"); }
  await run("mantrac.semanticDiff", "nowhere"); // a message, and no rejection
  await run("workbench.action.closeAllEditors");
  const editor = await vscode.window.showTextDocument(model, vscode.ViewColumn.One);
  const compared = run("mantrac.semanticDiff", "HEAD");
  for (const until = Date.now() + 1000; Date.now() < until;) {
    await editor.edit((e) => e.insert(new vscode.Position(0, 0), ";\n"));
  }
  await compared;
  await wait("a file that changes while it is saved is compared", () => tab(/stock\.wm: HEAD ↔ now/));
}

async function restart(api) {
  await run("mantrac.restart");
  await wait("the server runs after a restart", () => api.running() && api.states().some((s) => s.case === "order"));
  const program = vscode.workspace.getConfiguration("mantrac").get("path");
  await set("path", program + ".nowhere");
  await wait("without the program there is no server", () => !api.running() && api.states().length === 0);
  await set("path", program);
  await wait("with the program there is one again", () => api.running() && api.states().some((s) => s.case === "order"));
}

exports.test = async function () {
  const folder = vscode.workspace.workspaceFolders[0].uri;
  const api = vscode.extensions.getExtension("mantrac.mantrac").exports;
  const suite = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, "order.checks"));
  const model = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder, "stock.wm"));
  await validate(api, suite);
  await explain(model);
  await compare(folder, model);
  await restart(api);
};
