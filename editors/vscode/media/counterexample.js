// Draws a report in the webview. Everything shown is set as text, never as
// markup: names and values are somebody else's.
(function () {
  const api = acquireVsCodeApi();
  const view = document.getElementById("view");
  let report, change, phase = "", hideUnchanged = true;

  const verdicts = {
    "unsatisfiable-checks": "No trace passes the checks of this case, for any model.",
    "no-compliant-trace": "No run of the model passes the checks of this case.",
    "unknown": "Some questions about this case have no answer, so nothing is claimed about them.",
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
    if (!clause.file) { return el("code", {}, clause.text); }
    return el("button", { class: "link", type: "button", title: "Go to the text", onclick: () => api.postMessage({ kind: "open", file: clause.file, line: clause.line, column: clause.column, text: clause.text }) },
      el("code", {}, clause.text));
  }

  /** The head of a step: its call, and why it is rejected. */
  function step(s, i, fault) {
    const args = Object.entries(s.args).map(([k, v]) => {
      const dim = (s.irrelevant || []).includes(k);
      return el("span", { class: "arg" }, `${k} `, el("span", { class: dim ? "irrelevant" : "" }, show(v), dim ? spoken(" (irrelevant)") : ""));
    });
    const answer = s.answer === undefined ? "" : el("span", { class: "arg" }, "answers ", show(s.answer));
    const reasons = fault ? fault.clauses.map((c) => el("span", { class: c.text.length > 40 ? "pin long" : "pin" }, `${fault.word} `, place(c))) : [];
    return el("th", { scope: "col", class: fault ? "bad" : "" }, fault ? spoken("rejected: ") : "", `${i}. `, s.by ? `${s.by}: ` : "", ...breakable(s.tool), ...args, answer, ...reasons);
  }

  function cell(name, value, { changed, dim, read }) {
    const said = [changed ? "changed" : "", dim ? "irrelevant" : "", read ? "read by the clause that fails" : ""].filter(Boolean).join(", ");
    return el("td", { tabindex: "-1", class: [changed ? "changed" : "", dim ? "irrelevant" : "", read ? "read" : ""].filter(Boolean).join(" ") },
      show(value), said ? spoken(` (${said})`) : "");
  }

  const root = (name) => name.split(".")[0];
  /** Whether a leaf, or a record that it is in, is among names. */
  const among = (names, name) => names.has(name) || name.split(".").some((_, i, parts) => names.has(parts.slice(0, i + 1).join(".")));

  /** One row for each variable, one column for each state. faults are why steps are rejected, by number: {word, clauses, reads}. rows says which variables matter; what is the reason for a rejection is never hidden. */
  function table(witness, caption, faults, rows) {
    const states = [witness.init, ...witness.steps.map((s) => s.state || {})].map(leaves); // those of a change are not known
    const irrelevant = new Set(witness.irrelevant || []), free = new Set(witness.free || []), matter = new Set((rows && rows.shown) || []);
    const reads = new Map([...faults].map(([i, f]) => [i, f.reads])), pinned = Math.min(...faults.keys());
    const head = el("tr", {}, el("th", { scope: "col" }, "variable"), el("th", { scope: "col" }, "initially"),
      ...witness.steps.map((s, i) => step(s, i + 1, faults.get(i + 1))));
    const body = [];
    let hidden = 0;
    for (const name of states[0].keys()) {
      const values = states.map((s) => s.get(name));
      const needed = [...reads.values()].some((names) => among(names, name));
      if (hideUnchanged && !needed && !among(matter, name) && values.every((v) => v === undefined || same(v, values[0]))) { hidden++; continue; }
      body.push(el("tr", {}, el("th", { scope: "row" }, name, free.has(name) || free.has(root(name)) ? el("span", { class: "note" }, " free") : ""),
        ...values.map((v, i) => cell(name, v, {
          changed: i > 0 && v !== undefined && !same(v, values[i - 1]),
          dim: i === 0 && (irrelevant.has(name) || irrelevant.has(root(name))),
          read: reads.has(i + 1) && among(reads.get(i + 1), name),
        }))));
    }
    if (body.length === 0) { body.push(el("tr", {}, el("td", { colspan: String(states.length + 1), class: "note" }, "no variable changes"))); }
    const t = el("table", { role: "grid", "aria-label": caption }, el("thead", {}, head), el("tbody", {}, ...body));
    walkable(t);
    if (Number.isFinite(pinned)) { pin(t, pinned + 1); }
    const idle = (rows && rows.idle) || [];
    return [el("div", { class: "scroll" }, t),
      hidden > 0 ? el("p", { class: "note" }, `${hidden} ${hidden === 1 ? "variable stays" : "variables stay"} as ${hidden === 1 ? "it is" : "they are"}`) : "",
      idle.length > 0 && hideUnchanged ? el("p", { class: "note" }, `free as well, and without a part in this trace: ${idle.join(", ")}`) : ""];
  }

  /** Keeps the column of the rejected step in sight, however wide the table is. */
  function pin(t, column) {
    for (const row of t.rows) { if (row.cells[column]) { row.cells[column].classList.add("pinned"); } }
    new ResizeObserver(() => t.style.setProperty("--names", `${t.rows[0].cells[0].offsetWidth}px`)).observe(t);
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

  function section(heading, text, witness, faults, rows) {
    return el("section", {}, el("h2", {}, heading), el("p", {}, ...text), ...(witness ? table(witness, heading, faults || new Map(), rows) : []));
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

  /** What is no verdict, since it rests on what the user does. */
  function others() {
    const list = [], notes = report.notes || { forward: [], backward: [] };
    [report.forward, ...(report.conflicts || [])].forEach((f, i) => {
      if (f.result !== "disturbed") { return; }
      const faults = broken(f, notes.forward[i]);
      list.push(section(`After a step of the user the model rejects step ${f.step}`,
        [f.clause ? place(f.clause) : "", " does not hold before the call. Every trace like this one has a step of the user that no check names, so it counts for no verdict."], f.witness, faults, notes.forward[i]));
    });
    report.backward.forEach((b, i) => {
      if (b.result !== "conflict" || b.class !== "by-others") { return; }
      list.push(section(`The user can break the check ${b.check}`, ["Whatever the agent does: it counts for no verdict."], b.witness, new Map(), notes.backward[i]));
    });
    return list;
  }

  /** Why the steps of a forward conflict are rejected: all that they break. */
  function broken(f, notes) {
    const list = (notes && notes.broken) || [];
    if (list.length === 0) { return new Map([[f.step, { word: "needs", clauses: f.clause ? [f.clause] : [], reads: words(f.clause) }]]); }
    return new Map(list.map((b) => [b.step, { word: "needs", clauses: b.clauses, reads: new Set(b.reads) }]));
  }

  function findings() {
    const list = [], notes = report.notes || { forward: [], backward: [], omissions: [], unknown: [] };
    [report.forward, ...(report.conflicts || [])].forEach((f, i) => {
      if (f.result !== "conflict") { return; }
      const note = notes.forward[i], faults = broken(f, note), clauses = (faults.get(f.step) || { clauses: [] }).clauses;
      const failing = clauses.flatMap((c, n) => [n > 0 ? " and " : "", place(c)]);
      const why = note && note.because ? [`; ${classes[f.class] || f.class}: `, place(note.because), "."] : [`; ${classes[f.class] || f.class}.`];
      list.push(section(`The model rejects step ${f.step} of a trace that the checks accept`,
        [...failing, clauses.length > 1 ? " do not hold before the call" : " does not hold before the call", ...why], f.witness, faults, note));
    });
    report.backward.forEach((b, i) => {
      if (b.result !== "conflict" || b.class !== "commission") { return; }
      const note = notes.backward[i], check = note && note.place;
      const where = b.step ? ` It rejects step ${b.step}.` : " It is not met by the end of the trace.";
      const faults = b.step ? new Map([[b.step, { word: "rejected by", clauses: [check || { text: b.check }], reads: new Set() }]]) : new Map();
      list.push(section(`The check ${b.check} rejects a trace that the model allows`,
        [check ? place(check) : "", report.backward.length > 1 ? " Every other check accepts it." : " There is no other check.", where], b.witness, faults, note));
    });
    if ((report.blame || []).length > 0) {
      const together = report.blame.length > 1 ? (report.blame_minimal ? "These together, none of which can be left out:" : "Some of these; which, is not known:") : "This alone:";
      list.push(el("section", {}, el("h2", {}, "What that rests on"), el("p", {}, together), el("ul", {}, ...report.blame.map((c) => el("li", {}, `${c.kind} `, place(c))))));
    }
    if (notes.unknown.length > 0) {
      list.push(el("section", {}, el("h2", {}, "Without an answer"), el("ul", {}, ...notes.unknown.map((u) => el("li", {}, `${u.question}: ${u.reason}`)))));
    }
    if (notes.omissions.length > 0 && report.verdict !== "consistent") {
      list.push(el("section", {}, el("h2", {}, "Not implied by the other checks"), el("p", {}, "A run of the model can leave each of these undone by itself: ", notes.omissions.join(", "), ".")));
    }
    return list;
  }

  /** The traces that tell two versions of a transition or a case apart. */
  function changes() {
    return change.traces.map((t) => {
      const faults = t.step > 0 ? new Map([[t.step, { word: "needs", clauses: t.clauses, reads: new Set(t.clauses.flatMap((c) => [...words(c)])) }]]) : new Map();
      return section(t.heading, [t.text], t.witness, faults);
    });
  }

  /** Whom a compliant trace needs beside the agent, and what no answer has shown by the time that a call rests on it. */
  function needs(c) {
    const calls = [...new Set((c.needs || []).map((i) => c.witness.steps[i - 1]).map((s) => `${s.by}: ${s.tool}`))];
    const rests = (c.rests_on || []).flatMap((n, i) => [i > 0 ? ", " : "", el("code", {}, n.leaf), n.key === undefined ? "" : ` of ${show(n.key)}`, n.step ? ` (step ${n.step})` : " (at the end)"]);
    return [calls.length > 0 ? el("p", {}, `It needs ${calls.join(", ")}.`) : "",
      rests.length > 0 ? el("p", {}, "It rests on ", ...rests, ", which no answer has shown by then.") : ""];
  }

  /** The trace that complies, folded where there is a conflict to be seen first. */
  function compliant() {
    const witness = report.compliant && report.compliant.witness;
    if (!witness) { return undefined; }
    const name = "A trace that complies";
    return el("details", { open: report.verdict === "consistent" }, el("summary", {}, name),
      el("p", {}, "The model allows it, and the checks accept it."), ...needs(report.compliant), ...table(witness, name, new Map(), report.notes && report.notes.compliant));
  }

  /** How far the verdict reaches. */
  function reach() {
    const proved = report.verdict === "consistent" ? report.forward.proved && report.backward.every((b) => b.result !== "none" || b.proved) : report.verdict === "no-compliant-trace" && report.compliant.proved;
    return proved ? "proved for traces of every length" : `traces of up to ${report.bound} calls`;
  }

  /** Adds what tables need: the toggle before the first section, and the legend. */
  function furnish() {
    if (!view.querySelector("table")) { return; }
    view.querySelector("section, details").before(toggle());
    view.append(el("p", { class: "note legend" }, el("span", {}, "● changed by the step"), el("span", {}, "▸ read by the clause that fails"), el("span", {}, "~ irrelevant: any other value does as well"), el("span", {}, "free: the case leaves the initial value open")));
  }

  function draw() {
    if (change) {
      view.replaceChildren(el("h1", {}, change.name, el("span", { class: "verdict" }, `since ${change.since}`)), el("p", {}, change.title), ...changes());
      furnish();
      return;
    }
    if (!report) { return; }
    const open = view.querySelector("details");
    const bad = report.verdict !== "consistent" && report.verdict !== "unknown";
    const parts = [
      el("h1", {}, report.case, el("span", { class: bad ? "verdict bad" : "verdict" }, report.verdict), el("span", { class: "note reach" }, reach())),
      state(), verdicts[report.verdict] ? el("p", {}, verdicts[report.verdict]) : undefined,
      ...findings(), ...others(), compliant(),
    ].filter(Boolean);
    view.replaceChildren(...parts);
    furnish();
    if (open && view.querySelector("details")) { view.querySelector("details").open = open.open; }
  }

  window.addEventListener("message", (event) => {
    const m = event.data;
    if (m.kind === "report") {
      if (!report || report.case !== m.report.case) { view.replaceChildren(); }
      report = m.report;
      change = undefined;
      phase = "";
      draw();
    }
    if (m.kind === "change") { change = m.change; draw(); }
    if (m.kind === "phase" && !change && m.phase !== phase) { phase = m.phase; draw(); }
  });
  api.postMessage({ kind: "ready" });
})();
