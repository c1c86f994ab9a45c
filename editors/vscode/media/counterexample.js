// Draws a report in the webview. Everything shown is set as text, never as
// markup: names and values are somebody else's.
(function () {
  const api = acquireVsCodeApi();
  const view = document.getElementById("view");
  let report, phase = "", hideUnchanged = true;

  function el(tag, attributes, ...children) {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(attributes || {})) {
      if (k === "onclick") { e.addEventListener("click", v); } else if (v !== undefined && v !== false) { e.setAttribute(k, v === true ? "" : v); }
    }
    e.append(...children.filter((c) => c !== undefined && c !== null));
    return e;
  }

  const show = (v) => (typeof v === "string" ? JSON.stringify(v) : v === undefined ? "" : JSON.stringify(v));
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

  function place(clause) {
    return el("button", { class: "link", type: "button", onclick: () => api.postMessage({ kind: "open", file: clause.file, line: clause.line, column: clause.column }) },
      el("code", {}, clause.text));
  }

  function table(witness, bad, clause) {
    const states = [witness.init, ...witness.steps.map((s) => s.state)].map(leaves);
    const irrelevant = new Set(witness.irrelevant || []);
    const head = el("tr", {}, el("th", { scope: "col" }, "variable"), el("th", { scope: "col" }, "initially"),
      ...witness.steps.map((s, i) => el("th", { scope: "col", class: i + 1 === bad ? "bad" : "", "aria-label": `step ${i + 1}, ${s.tool}${i + 1 === bad ? ", breaks a precondition" : ""}` },
        `${i + 1}. ${s.tool}`,
        ...Object.entries(s.args).map(([k, v]) => el("span", { class: "args" + ((s.irrelevant || []).includes(k) ? " irrelevant" : "") }, `${k} = ${show(v)}`)),
        i + 1 === bad && clause ? el("span", { class: "args pin" }, "needs ", place(clause)) : undefined)));
    const rows = [];
    for (const name of states[0].keys()) {
      const values = states.map((s) => s.get(name));
      const constant = values.every((v) => same(v, values[0]));
      if (constant && hideUnchanged && !(clause && clause.text.includes(name.split(".")[0]))) { continue; }
      rows.push(el("tr", {}, el("th", { scope: "row" }, name, (witness.free || []).includes(name) ? " (free)" : ""),
        ...values.map((v, i) => {
          const changed = i > 0 && !same(v, values[i - 1]);
          const dim = i === 0 && irrelevant.has(name);
          const said = `${name} ${i === 0 ? "initially" : `after step ${i}`}: ${show(v)}${changed ? ", changed" : ""}${dim ? ", irrelevant" : ""}`;
          return el("td", { tabindex: "0", class: [changed ? "changed" : "", dim ? "irrelevant" : ""].join(" ").trim(), "aria-label": said }, show(v));
        })));
    }
    const body = rows.length > 0 ? rows : [el("tr", {}, el("td", { colspan: String(states.length + 1) }, "no variable changes"))];
    return el("div", { class: "scroll" }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...body)));
  }

  function section(title, text, witness, bad, clause) {
    return [el("h2", {}, title), el("p", {}, ...text), witness ? table(witness, bad, clause) : undefined].filter(Boolean);
  }

  function draw() {
    if (!report) { return; }
    const parts = [el("h1", {}, `${report.case}: ${report.verdict}`)];
    if (phase === "obsolete" || phase === "verifying") {
      parts.push(el("p", { class: "obsolete", role: "status" }, phase === "verifying" ? "It is being validated again." : "The case has changed since."));
    }
    const toggle = el("input", { type: "checkbox", id: "unchanged" });
    toggle.checked = hideUnchanged;
    toggle.addEventListener("change", () => { hideUnchanged = toggle.checked; draw(); document.getElementById("unchanged").focus(); });
    parts.push(el("label", { for: "unchanged" }, toggle, "hide variables that never change"));
    const f = report.forward;
    if (f.result === "conflict") {
      parts.push(...section(`forward conflict (${f.class})`, [`The checks accept this trace; the model rejects step ${f.step}: `, f.clause ? place(f.clause) : "", " does not hold."], f.witness, f.step, f.clause));
    }
    for (const b of report.backward) {
      if (b.result === "conflict" && b.class === "commission") {
        parts.push(...section(`over-restrictive: ${b.check}`, ["The model allows this trace, and every other check accepts it."], b.witness));
      }
    }
    if ((report.blame || []).length > 0) {
      parts.push(el("h2", {}, "because of"), el("ul", {}, ...report.blame.map((c) => el("li", {}, `${c.kind} `, place(c)))));
    }
    if (report.compliant && report.compliant.witness) {
      parts.push(...section("a trace that complies", ["The model allows it, and the checks accept it."], report.compliant.witness));
    }
    parts.push(el("p", { class: "legend" }, "● changed by the step · italics: any other value would do as well · free: the case leaves the initial value open"));
    view.replaceChildren(...parts);
  }

  window.addEventListener("message", (event) => {
    if (event.data.kind === "report") { report = event.data.report; phase = ""; draw(); }
    if (event.data.kind === "phase") { phase = event.data.phase; draw(); }
  });
  api.postMessage({ kind: "ready" });
})();
