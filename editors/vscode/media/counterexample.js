// Draws a report in the webview. Everything shown is set as text, never as
// markup: names and values are somebody else's.
(function () {
  const api = acquireVsCodeApi();
  const view = document.getElementById("view");
  let report, phase = "", hideUnchanged = true;

  const verdicts = {
    "unsatisfiable-checks": "No trace passes the checks of this case, whatever the model says.",
    "no-compliant-trace": "No run of the model passes the checks of this case.",
    "unknown": "A question about this case has no answer.",
    "consistent": "Checks and model agree.",
  };
  const classes = {
    repeat: "an earlier call of the same tool has equal arguments",
    asked: "a check asks for this call",
    anchor: "a check speaks of the order of this call",
    other: "no check speaks of this call",
  };

  function el(tag, attributes, ...children) {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(attributes || {})) {
      if (k === "onclick") { e.addEventListener("click", v); } else if (v !== undefined && v !== false && v !== "") { e.setAttribute(k, v === true ? "" : v); }
    }
    e.append(...children.filter((c) => c !== undefined && c !== null && c !== ""));
    return e;
  }

  /** Words for those who hear the page; others see a mark. */
  const spoken = (text) => el("span", { class: "spoken" }, text);
  const show = (v) => (v === undefined ? "" : JSON.stringify(v));
  /** A name that may be broken after an underscore. */
  const breakable = (name) => name.split(/(?<=_)/).flatMap((part, i) => (i > 0 ? [el("wbr"), part] : [part]));
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);

  /** The leaves of a state: r.f for the fields of records. */
  function leaves(state) {
    const out = new Map();
    const walk = (name, value) => {
      if (value !== null && typeof value === "object" && !Array.isArray(value)) {
        Object.keys(value).forEach((k) => walk(name ? `${name}.${k}` : k, value[k]));
      } else { out.set(name, value); }
    };
    walk("", state);
    return out;
  }

  /** The names that a clause may read: its words, without those of arguments. */
  function words(clause) {
    return new Set((clause ? clause.text : "").replace(/\(param [^()]*\)/g, "").replace(/"[^"]*"/g, "").split(/[\s()]+/).filter(Boolean));
  }

  function place(clause) {
    return el("button", { class: "link", type: "button", title: "Go to the clause", onclick: () => api.postMessage({ kind: "open", file: clause.file, line: clause.line, column: clause.column, text: clause.text }) },
      el("code", {}, clause.text));
  }

  /** The head of a step: its call, and what it needs and does not have. */
  function step(s, i, bad, clause) {
    const args = Object.entries(s.args).map(([k, v]) => {
      const dim = (s.irrelevant || []).includes(k);
      return el("span", { class: "arg" }, `${k} `, el("span", { class: dim ? "irrelevant" : "" }, show(v), dim ? spoken(" (irrelevant)") : ""));
    });
    return el("th", { scope: "col", class: bad ? "bad" : "" }, bad ? spoken("rejected: ") : "", `${i}. `, ...breakable(s.tool), ...args,
      bad && clause ? el("span", { class: clause.text.length > 40 ? "pin long" : "pin" }, "needs ", place(clause)) : "");
  }

  function cell(name, value, { changed, dim, read }) {
    const said = [changed ? "changed" : "", dim ? "irrelevant" : "", read ? "read by the clause that fails" : ""].filter(Boolean).join(", ");
    return el("td", { tabindex: "-1", class: [changed ? "changed" : "", dim ? "irrelevant" : "", read ? "read" : ""].filter(Boolean).join(" ") },
      show(value), said ? spoken(` (${said})`) : "");
  }

  /** One row for each variable, one column for each state. bad is the number of the step that the model rejects. */
  function table(witness, caption, bad, clause) {
    const states = [witness.init, ...witness.steps.map((s) => s.state)].map(leaves);
    const irrelevant = new Set(witness.irrelevant || []), free = new Set(witness.free || []), needed = words(clause);
    const root = (name) => name.split(".")[0];
    const head = el("tr", {}, el("th", { scope: "col" }, "variable"), el("th", { scope: "col" }, "initially"),
      ...witness.steps.map((s, i) => step(s, i + 1, i + 1 === bad, clause)));
    const rows = [];
    let hidden = 0;
    for (const name of states[0].keys()) {
      const values = states.map((s) => s.get(name));
      const reads = needed.has(name) || needed.has(root(name));
      if (hideUnchanged && !reads && values.every((v) => same(v, values[0]))) { hidden++; continue; }
      rows.push(el("tr", {}, el("th", { scope: "row" }, name, free.has(name) || free.has(root(name)) ? el("span", { class: "note" }, " free") : ""),
        ...values.map((v, i) => cell(name, v, {
          changed: i > 0 && !same(v, values[i - 1]),
          dim: i === 0 && (irrelevant.has(name) || irrelevant.has(root(name))),
          read: reads && i === bad - 1,
        }))));
    }
    if (rows.length === 0) { rows.push(el("tr", {}, el("td", { colspan: String(states.length + 1), class: "note" }, "no variable changes"))); }
    const t = el("table", { role: "grid", "aria-label": caption }, el("thead", {}, head), el("tbody", {}, ...rows));
    walkable(t);
    return [el("div", { class: "scroll" }, t), hidden > 0 ? el("p", { class: "note" }, `${hidden} ${hidden === 1 ? "variable stays" : "variables stay"} as ${hidden === 1 ? "it is" : "they are"}`) : ""];
  }

  /** Arrow keys, Home and End go from cell to cell; Tab enters and leaves. */
  function walkable(t) {
    const cells = [...t.tBodies[0].rows].map((r) => [...r.querySelectorAll("td[tabindex]")]).filter((r) => r.length > 0);
    if (cells.length === 0) { return; }
    cells[0][0].tabIndex = 0;
    t.addEventListener("keydown", (e) => {
      const y = cells.findIndex((r) => r.includes(e.target));
      if (y < 0) { return; }
      const x = cells[y].indexOf(e.target), end = cells[y].length - 1;
      const to = { ArrowLeft: [y, x - 1], ArrowRight: [y, x + 1], ArrowUp: [y - 1, x], ArrowDown: [y + 1, x], Home: [y, 0], End: [y, end] }[e.key];
      const next = to && cells[to[0]] && cells[to[0]][to[1]];
      if (!to) { return; }
      e.preventDefault();
      if (next) { e.target.tabIndex = -1; next.tabIndex = 0; next.focus(); }
    });
  }

  function section(heading, text, witness, bad, clause) {
    return el("section", {}, el("h2", {}, heading), el("p", {}, ...text), ...(witness ? table(witness, heading, bad, clause) : []));
  }

  function state() {
    const text = { verifying: "It is being validated again.", obsolete: "The case, or what it rests on, has changed since." }[phase];
    if (!text) { return undefined; }
    return el("p", { class: "obsolete", role: "status" }, text, phase === "obsolete" ? el("button", { type: "button", onclick: () => api.postMessage({ kind: "validate" }) }, "Validate again") : "");
  }

  function toggle() {
    const box = el("input", { type: "checkbox", id: "unchanged" });
    box.checked = hideUnchanged;
    box.addEventListener("change", () => { hideUnchanged = box.checked; draw(); document.getElementById("unchanged").focus(); });
    return el("label", { for: "unchanged" }, box, "hide variables that never change");
  }

  function findings() {
    const list = [];
    for (const f of [report.forward, ...(report.conflicts || [])]) {
      if (f.result !== "conflict") { continue; }
      list.push(section(`The model rejects step ${f.step} of a trace that the checks accept`,
        [f.clause ? place(f.clause) : "", ` does not hold before the call; ${classes[f.class] || f.class}.`], f.witness, f.step, f.clause));
    }
    for (const b of report.backward) {
      if (b.result !== "conflict" || b.class !== "commission") { continue; }
      list.push(section(`The check ${b.check} rejects a trace that the model allows`, ["Every other check accepts it, too."], b.witness));
    }
    if ((report.blame || []).length > 0) {
      list.push(el("section", {}, el("h2", {}, "What that rests on"), el("ul", {}, ...report.blame.map((c) => el("li", {}, `${c.kind} `, place(c))))));
    }
    return list;
  }

  /** The trace that complies, folded where there is a conflict to be seen first. */
  function compliant() {
    const witness = report.compliant && report.compliant.witness;
    if (!witness) { return undefined; }
    const name = "A trace that complies";
    return el("details", { open: report.verdict === "consistent" }, el("summary", {}, name),
      el("p", {}, "The model allows it, and the checks accept it."), ...table(witness, name));
  }

  function draw() {
    if (!report) { return; }
    const open = view.querySelector("details");
    const bad = report.verdict !== "consistent" && report.verdict !== "unknown";
    const parts = [
      el("h1", {}, report.case, el("span", { class: bad ? "verdict bad" : "verdict" }, report.verdict)),
      state(), verdicts[report.verdict] ? el("p", {}, verdicts[report.verdict]) : undefined,
      toggle(), ...findings(), compliant(),
      el("p", { class: "note legend" }, el("span", {}, "● changed by the step"), el("span", {}, "▸ read by the clause that fails"), el("span", {}, "~ irrelevant: any other value does as well"), el("span", {}, "free: the case leaves the initial value open")),
    ].filter(Boolean);
    view.replaceChildren(...parts);
    if (open && view.querySelector("details")) { view.querySelector("details").open = open.open; }
  }

  window.addEventListener("message", (event) => {
    const m = event.data;
    if (m.kind === "report") {
      if (!report || report.case !== m.report.case) { view.replaceChildren(); }
      report = m.report;
      phase = "";
      draw();
    }
    if (m.kind === "phase" && m.phase !== phase) { phase = m.phase; draw(); }
  });
  api.postMessage({ kind: "ready" });
})();
