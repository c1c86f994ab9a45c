
"use strict";
// Characters that make a text read differently from what it says are shown as escapes.
const unseen = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
const data = JSON.parse(document.getElementById("data").textContent, (key, v) => (typeof v === "string" ? v.replace(unseen, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0")) : v));
const $ = (id) => document.getElementById(id);

// el makes an element; texts are never read as markup.
function el(name, attributes, ...children) {
  const svg = ["svg", "g", "rect", "line", "text", "title"].includes(name);
  const e = svg ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
  for (const [k, v] of Object.entries(attributes || {})) {
    if (k === "on") { for (const [event, f] of Object.entries(v)) { e.addEventListener(event, f); } }
    else if (v !== undefined && v !== null && v !== false) { e.setAttribute(k, v === true ? "" : v); }
  }
  e.append(...children.filter((c) => c !== undefined && c !== null && c !== ""));
  return e;
}
const percent = (v) => (100 * v).toFixed(1) + " %";
const count = (n, noun) => n + " " + noun + (n === 1 ? "" : "s");
const palette = ["#4477aa", "#ee6677", "#228833", "#ccbb44", "#66ccee", "#aa3377", "#888888", "#994400", "#004488", "#77aa88"];

// ---- rates

const overall = data.summary.overall;
function headline() {
  let text = `${overall.passed} of ${count(overall.trials, "trace")} ${overall.trials === 1 ? "passes" : "pass"}`;
  if (overall.failed) { text += `, ${overall.failed} fail`; }
  if (overall.inconclusive) { text += `, ${overall.inconclusive} could not be decided`; }
  const unread = data.problems.length - data.no_case;
  if (unread) { text += `; ${count(unread, "record")} could not be read`; }
  if (data.no_case) { text += `; ${count(data.no_case, "trace")} without a case`; }
  $("headline").textContent = text + `. Checks: ${data.suite}`;
}

function cards() {
  const card = (name, value, below) => $("cards").append(el("div", { class: "card" }, el("span", {}, name), el("b", {}, value), el("span", {}, below)));
  for (const m of overall.metrics) { card(m.metric, percent(m.value), `${percent(m.low)} to ${percent(m.high)}, ${count(m.units, "task")}`); }
  const s = data.summary.score;
  card("score", s.value.toFixed(1), `of 100; ${s.low.toFixed(1)} to ${s.high.toFixed(1)}`);
  const a = data.summary.rewards;
  if (a) { card("rewarded, broke the manual", String(a.only_reward), `of ${a.only_reward + a.both_pass} that the benchmark rewarded`); }
}

function rates() {
  const groups = data.summary.groups;
  const names = ["model", "domain", "case", "check", "tool"].filter((d) => (groups[d] || []).length);
  if (!names.length) { $("dimension").closest("p").hidden = true; return; }
  for (const d of names) { $("dimension").append(el("option", {}, d)); }
  for (const m of overall.metrics) { $("metric").append(el("option", {}, m.metric)); }
  const draw = () => {
    const list = groups[$("dimension").value];
    $("rates").replaceChildren(bars(list, $("metric").value), asTable(list, $("metric").value));
  };
  $("dimension").addEventListener("change", draw);
  $("metric").addEventListener("change", draw);
  draw();
}

// bars draws a bar for each group, with a whisker for its interval.
function bars(groups, metric) {
  const row = 24, left = 260, width = 520, top = 6, height = groups.length * row + 28;
  const x = (v) => left + v * width;
  const svg = el("svg", { viewBox: `0 0 ${left + width + 170} ${height}`, width: left + width + 170, role: "img", "aria-label": `${metric} with 95 % intervals, ${count(groups.length, "group")}; the table below has the numbers` });
  for (const t of [0, 0.25, 0.5, 0.75, 1]) {
    svg.append(el("line", { class: "axis", x1: x(t), x2: x(t), y1: top, y2: height - 20 }), el("text", { class: "dim", x: x(t), y: height - 5, "text-anchor": "middle" }, 100 * t + " %"));
  }
  groups.forEach((g, i) => {
    const y = top + i * row, m = g.metrics.find((m) => m.metric === metric);
    svg.append(el("text", { x: left - 8, y: y + 15, "text-anchor": "end" }, cut(g.key || "(none)", 34), el("title", {}, g.key)));
    if (!m) { svg.append(el("text", { class: "dim", x: left + 6, y: y + 15 }, "too few trials")); return; }
    svg.append(
      el("rect", { class: "bar", x: left, y: y + 4, width: Math.max(m.value * width, 1), height: row - 9 }),
      el("line", { class: "whisker", x1: x(m.low), x2: x(m.high), y1: y + row / 2, y2: y + row / 2 }),
      el("line", { class: "whisker", x1: x(m.low), x2: x(m.low), y1: y + 7, y2: y + row - 8 }),
      el("line", { class: "whisker", x1: x(m.high), x2: x(m.high), y1: y + 7, y2: y + row - 8 }),
      el("text", { class: "dim", x: left + width + 12, y: y + 15 }, `${percent(m.value)} of ${count(g.trials, "trial")}`));
  });
  return el("div", { class: "scroll" }, svg);
}

function asTable(groups, metric) {
  const body = groups.map((g) => {
    const m = g.metrics.find((m) => m.metric === metric);
    return el("tr", {}, el("th", { scope: "row" }, g.key), ...[g.units, g.trials, g.passed, g.failed, g.inconclusive, m ? percent(m.value) : "–", m ? `${percent(m.low)} to ${percent(m.high)}` : "–"].map((v) => el("td", { class: "n" }, String(v))));
  });
  const head = el("tr", {}, ...["", "tasks", "trials", "pass", "fail", "undecided", metric, "95 %"].map((h) => el("th", { scope: "col" }, h)));
  return el("details", {}, el("summary", {}, "as a table"), el("div", { class: "scroll" }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...body))));
}

const cut = (s, n) => (s.length > n ? s.slice(0, n - 1) + "…" : s);

// ---- classes

const classesOf = (t) => [...t.checks.filter((c) => c.verdict === "fail").map((c) => c.class || "failed check"), ...t.findings.map((f) => f.class)];

// classes draws a bar for each model, in shares of the classes of its failed checks.
function classes() {
  const names = data.summary.classes.filter((c) => c.checks > 0).map((c) => c.class || "failed check");
  if (!names.length) { $("classes").append(el("p", { class: "hint" }, data.summary.classes.length ? "No check fails; the findings are listed with their traces." : "Nothing failed.")); return; }
  const models = [...new Set(data.traces.map((t) => t.model || ""))].sort();
  const colour = (i) => palette[i % palette.length];
  $("classes").append(el("div", { class: "legend" }, ...names.map((n, i) => { const box = el("i"); box.style.background = colour(i); return el("span", {}, box, n.replaceAll("-", " ")); })));
  const row = 28, left = 200, width = 580;
  const svg = el("svg", { viewBox: `0 0 ${left + width + 130} ${models.length * row + 6}`, width: left + width + 130, role: "img", "aria-label": "shares of the classes of failed checks, by model; the table below has the numbers" });
  const rows = [];
  models.forEach((model, j) => {
    const failed = data.traces.filter((t) => (t.model || "") === model).flatMap((t) => t.checks.filter((c) => c.verdict === "fail").map((c) => c.class || "failed check"));
    svg.append(el("text", { x: left - 8, y: j * row + 19, "text-anchor": "end" }, cut(model || "all traces", 26)));
    let at = left;
    names.forEach((n, i) => {
      const share = failed.length ? failed.filter((c) => c === n).length / failed.length : 0;
      const r = el("rect", { x: at, y: j * row + 4, width: share * width, height: row - 8 }, el("title", {}, `${n}: ${percent(share)}`));
      r.style.fill = colour(i);
      svg.append(r);
      at += share * width;
    });
    svg.append(el("text", { class: "dim", x: left + width + 10, y: j * row + 19 }, count(failed.length, "failed check")));
    rows.push(el("tr", {}, el("th", { scope: "row" }, model || "all traces"), ...names.map((n) => el("td", { class: "n" }, String(failed.filter((c) => c === n).length)))));
  });
  const head = el("tr", {}, el("th", {}, ""), ...names.map((n) => el("th", { scope: "col" }, n)));
  $("classes").append(el("div", { class: "scroll" }, svg), el("details", {}, el("summary", {}, "as a table"), el("div", { class: "scroll" }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)))));
}

// ---- heat map

// violations returns the calls that the model does not allow.
function violations(t) {
  const r = t.replay;
  if (!r || r.verdict !== "fail") { return []; }
  return r.violations || (r.seq ? [{ seq: r.seq, tool: r.tool, broken: r.broken || [] }] : []);
}

// brokenClauses returns a row for each clause of the model that is broken, with the
// traces that break it.
function brokenClauses() {
  const rows = new Map();
  for (const t of data.traces) {
    for (const b of violations(t).flatMap((v) => (v.broken.length ? v.broken : [{ text: v.message || "no next state" }]))) {
      const row = `${t.case}/world model ${b.text}`;
      rows.set(row, (rows.get(row) || new Set()).add(t));
    }
  }
  return rows;
}

function heat() {
  const cells = new Map(), models = new Set(), checks = new Set();
  for (const t of data.traces) {
    for (const c of t.checks) {
      const check = t.case + "/" + c.check, model = t.model || "all traces";
      models.add(model); checks.add(check);
      const key = check + "\u0000" + model, cell = cells.get(key) || { n: 0, pass: 0 };
      cell.n++;
      if (c.verdict === "pass") { cell.pass++; }
      cells.set(key, cell);
    }
  }
  for (const [check, broken] of brokenClauses()) {
    for (const t of data.traces.filter((t) => t.replay && t.case === check.slice(0, check.indexOf("/")))) {
      const model = t.model || "all traces", key = check + "\u0000" + model, cell = cells.get(key) || { n: 0, pass: 0 };
      checks.add(check);
      cell.n++;
      if (!broken.has(t)) { cell.pass++; }
      cells.set(key, cell);
    }
  }
  if (!checks.size) { $("s-heat").hidden = true; return; }
  const columns = [...models].sort();
  const body = [...checks].sort().map((check) => el("tr", {}, el("th", { scope: "row", title: (data.checks[check] || { Text: check }).Text }, el("code", {}, cut(check, 100))), ...columns.map((model) => {
    const cell = cells.get(check + "\u0000" + model);
    if (!cell) { return el("td", {}, "–"); }
    const rate = cell.pass / cell.n;
    const b = el("button", { type: "button", title: `${check}, ${model}: ${cell.pass} of ${cell.n} pass`, on: { click: () => show({ search: check.slice(check.indexOf("/") + 1), "f-case": check.slice(0, check.indexOf("/")), "f-model": model === "all traces" ? "" : model, "f-verdict": rate < 1 ? "fail" : "" }) } }, percent(rate));
    const td = el("td", {}, b);
    td.style.background = `color-mix(in srgb, var(--pass) ${Math.round(rate * 38)}%, color-mix(in srgb, var(--fail) ${Math.round((1 - rate) * 45)}%, transparent))`;
    return td;
  })));
  const head = el("tr", {}, el("th", { scope: "col" }, "check"), ...columns.map((m) => el("th", { scope: "col" }, m)));
  $("heat").append(el("div", { class: "scroll" }, el("table", { class: "heat" }, el("thead", {}, head), el("tbody", {}, ...body))));
}

// ---- tables

const texts = new Set(["domain", "model", "class", "tool", "ended", "most frequent failure", "cases that nobody else solves", "between"]);
function tables() {
  const all = data.tables || [];
  $("s-tables").hidden = !all.length;
  $("tables").append(...all.map((t) => {
    const numbers = t.columns.map((c) => !texts.has(c));
    const head = el("tr", {}, ...t.columns.map((c, i) => el("th", { scope: "col", class: numbers[i] ? "n" : "" }, c)));
    const body = t.rows.map((row) => el("tr", {}, ...row.map((c, i) => el("td", { class: numbers[i] ? "n" : "" }, c))));
    return el("details", { open: "" }, el("summary", {}, t.title), el("div", { class: "scroll" }, el("table", {}, el("thead", {}, head), el("tbody", {}, ...body))), t.note && el("p", { class: "hint" }, t.note));
  }));
}

// ---- two models side by side

function versus() {
  const models = [...new Set(data.traces.map((t) => t.model || ""))].sort();
  const cases = [...new Set(data.traces.map((t) => t.case))].sort();
  if (models.length < 2) { $("s-versus").hidden = true; return; }
  $("v-case").append(...cases.map((c) => el("option", {}, c)));
  const sides = ["v-left", "v-right"];
  const modelOf = (t) => t.model || "";
  // choices fills the lists of traces. A side keeps its model if that has tried the case;
  // the right one is of another model than the left, and trials that fail come first.
  const choices = () => {
    const of = data.traces.filter((t) => t.case === $("v-case").value).sort((a, b) => models.indexOf(modelOf(a)) - models.indexOf(modelOf(b)) || a.trial - b.trial);
    const first = (keep) => of.find((t) => keep(t) && t.verdict !== "pass") || of.find(keep);
    const had = sides.map((id) => $(id).value && modelOf(data.traces[Number($(id).value)]));
    const left = first((t) => modelOf(t) === had[0]) || first(() => true);
    const right = first((t) => modelOf(t) === had[1] && modelOf(t) !== modelOf(left)) || first((t) => modelOf(t) !== modelOf(left));
    [left, right].forEach((chosen, i) => $(sides[i]).replaceChildren(...of.map((t) => el("option", { value: t.index, selected: t === chosen }, `${t.model || "(none)"}, trial ${t.trial}: ${t.verdict}`))));
  };
  const draw = () => {
    const both = sides.map((id) => data.traces[Number($(id).value)]).filter(Boolean);
    $("versus").replaceChildren(both.length === 2 ? beside(both) : el("p", { class: "hint" }, "There are no two traces of this case."));
  };
  $("v-case").addEventListener("change", () => { choices(); draw(); });
  for (const id of sides) { $(id).addEventListener("change", draw); }
  choices();
  draw();
}

// beside shows two traces of a case: the checks, and what happened.
function beside(both) {
  const of = (t) => new Map([...t.checks.map((c) => [c.check, c.verdict])]);
  const [a, b] = both.map(of), names = [...new Set([...a.keys(), ...b.keys()])];
  const cell = (v) => el("td", { class: "v " + (v || "") }, v || "–");
  const heads = both.map((t) => el("th", { scope: "col" }, `${t.model || "(none)"}, trial ${t.trial}`));
  const rows = names.map((n) => el("tr", { class: a.get(n) === b.get(n) ? "" : "differs" }, el("th", { scope: "row" }, el("code", {}, n)), cell(a.get(n)), cell(b.get(n))));
  const checks = el("table", {}, el("thead", {}, el("tr", {}, el("th", { scope: "col" }, "check"), ...heads)), el("tbody", {}, ...rows));
  const columns = both.map((t) => el("ol", { "aria-label": `events of ${t.model || "(none)"}, trial ${t.trial}` }, ...((t.view || {}).events || []).map((e) => happened(e, proofsOf(t), ""))));
  return el("div", {}, el("div", { class: "scroll" }, checks), el("div", { class: "sides" }, ...columns));
}

// ---- the list of traces

// A column in which everything is alike tells nothing.
const several = (f) => new Set(data.traces.map(f)).size > 1;
const named = data.traces.every((t) => (t.id || "").startsWith(t.case + "/")); // ids of trials begin with their cases
const ambiguous = new Set(data.traces.map((t) => t.id || t.file)).size < data.traces.length;
const columns = [
  ["verdict", (t) => t.verdict], ["id", (t) => t.id || t.file], ["file", (t) => t.file], ["case", (t) => t.case], ["model", (t) => t.model || ""],
  ["calls", (t) => t.calls], ["score", (t) => t.score], ["reward", (t) => (t.reward === undefined ? "" : t.reward)],
].filter(([name, f]) => !["file", "case", "model", "reward"].includes(name) || (name === "file" ? ambiguous : name === "case" ? several(f) && !named : several(f)));
const order = { fail: 0, inconclusive: 1, pass: 2 };
const pageSize = 500;
const list = { sort: 0, down: false, shown: [], at: -1, chosen: null };
data.traces.forEach((t, i) => {
  t.index = i;
  t.words = [t.id, t.file, t.task, t.case, t.model, ...Object.keys(t.tools || {}), ...t.checks.filter((c) => c.verdict !== "pass").map((c) => c.check + " " + (c.message || "")), ...classesOf(t), ...t.findings.map((f) => f.message), ...((t.view || {}).events || []).map((e) => e.text || "")].join(" ").toLowerCase();
});

function filters() {
  const fill = (id, values) => [...new Set(values)].filter(Boolean).sort().forEach((v) => $(id).append(el("option", {}, v)));
  fill("f-case", data.traces.map((t) => t.case));
  fill("f-model", data.traces.map((t) => t.model));
  fill("f-class", data.traces.flatMap(classesOf));
  for (const id of ["search", "f-verdict", "f-case", "f-model", "f-class"]) { $(id).addEventListener("input", listed); }
  $("clear").addEventListener("click", () => show({}));
}

// show sets the filters, and leads to the list.
function show(values) {
  for (const id of ["search", "f-verdict", "f-case", "f-model", "f-class"]) { $(id).value = values[id] || ""; }
  listed();
  $("h-traces").scrollIntoView({ block: "start" });
}

function listed() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const keep = (t) => words.every((w) => t.words.includes(w)) && (!$("f-verdict").value || t.verdict === $("f-verdict").value) && (!$("f-case").value || t.case === $("f-case").value) && (!$("f-model").value || t.model === $("f-model").value) && (!$("f-class").value || classesOf(t).includes($("f-class").value));
  const by = columns[list.sort][1], sign = list.down ? -1 : 1;
  const key = (t) => (list.sort === 0 ? order[t.verdict] : by(t));
  list.shown = data.traces.filter(keep).sort((a, b) => { const x = key(a), y = key(b); return (x < y ? -sign : x > y ? sign : 0) || a.index - b.index; });
  list.at = -1;
  const head = el("tr", {}, ...columns.map(([name], i) => el("th", { scope: "col", "aria-sort": i === list.sort ? (list.down ? "descending" : "ascending") : "none" }, el("button", { type: "button", on: { click: () => { list.down = list.sort === i && !list.down; list.sort = i; listed(); } } }, name + (i === list.sort ? (list.down ? " ▾" : " ▴") : "")))));
  $("table").tHead.replaceChildren(head);
  $("table").tBodies[0].replaceChildren(...list.shown.slice(0, pageSize).map(line));
  $("more").textContent = list.shown.length > pageSize ? `${list.shown.length - pageSize} more; narrow the filter to see them` : "";
  $("count").textContent = `${list.shown.length} of ${count(data.traces.length, "trace")}`;
}

function line(t, i) {
  const tr = el("tr", { tabindex: i === 0 ? 0 : -1, "aria-selected": t === list.chosen ? "true" : "false", on: { click: () => choose(i), keydown: (e) => { if (e.key === "Enter" || e.key === " ") { e.preventDefault(); choose(i); } }, focus: () => { list.at = i; } } });
  columns.forEach(([name, f], j) => {
    const v = f(t);
    tr.append(j === 0 ? el("td", { class: "v " + v }, v) : el("td", { class: typeof v === "number" ? "n" : "" }, name === "score" ? v.toFixed(0) : String(v)));
  });
  return tr;
}

function choose(i) {
  list.chosen = list.shown[i];
  [...$("table").tBodies[0].rows].forEach((r, j) => r.setAttribute("aria-selected", j === i ? "true" : "false"));
  viewer(list.chosen);
  try { history.replaceState(null, "", "#trace-" + list.chosen.index); } catch { /* a page in a frame has no address of its own */ }
}

// linked opens the trace that the address names.
function linked() {
  const m = /^#trace-(\d+)$/.exec(location.hash), i = m ? list.shown.findIndex((t) => t.index === Number(m[1])) : -1;
  if (i >= 0) { choose(i); }
}

document.addEventListener("keydown", (e) => {
  if (e.target.closest("input, select, textarea") || e.ctrlKey || e.metaKey || e.altKey) { return; }
  const rows = $("table").tBodies[0].rows, step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[e.key];
  if (e.key === "/") { e.preventDefault(); $("search").focus(); return; }
  if (!step || !rows.length || (e.key.startsWith("Arrow") && !e.target.closest("#table"))) { return; }
  e.preventDefault();
  list.at = Math.min(Math.max(list.at + step, 0), rows.length - 1);
  rows[list.at].focus();
});

// ---- one trace

// proofsOf returns what events prove, by their numbers.
function proofsOf(t) {
  const proofs = new Map();
  for (const x of [...t.checks.filter((c) => c.verdict !== "pass"), ...t.findings]) { for (const e of x.evidence || []) { proofs.set(e.seq, (proofs.get(e.seq) || []).concat(`${x.check || x.class}: ${e.role}`)); } }
  return proofs;
}

function viewer(t) {
  const proofs = proofsOf(t);
  const facts = [t.file, t.task && "task " + t.task, "trial " + t.trial, t.model, t.domain, t.reward !== undefined && "reward " + t.reward].filter(Boolean).join(" · ");
  const parts = [el("h3", {}, el("span", { class: "v " + t.verdict }, t.verdict), " ", t.id || t.file, " ", el("span", { class: "hint" }, "case " + t.case)), el("p", { class: "hint" }, facts)];
  parts.push(el("ul", { class: "checks" }, ...t.checks.map(check), ...t.findings.map((f) => el("li", {}, el("span", { class: "v inconclusive" }, "finding"), " ", f.class.replaceAll("-", " "), ": ", f.message, ...evidence(f)))));
  const refused = violations(t);
  for (const v of refused.slice(0, 100)) { parts.push(el("p", {}, el("span", { class: "v fail" }, v.class === "attempted" ? "the model refuses the attempt" : "the model refuses"), ` event ${v.seq}, ${v.tool}: `, ...v.broken.map((b) => el("code", { title: `${b.file}:${b.line}:${b.column}${b.why ? ": " + b.why : ""}` }, b.text + " ")), v.message || "", v.follows ? ` (follows from event ${v.follows})` : "")); }
  if (refused.length > 100) { parts.push(el("p", { class: "hint" }, `${refused.length - 100 + (t.replay.more || 0)} more calls that the model refuses`)); }
  if (t.view) { parts.push(...states(t), el("h3", {}, "Events"), el("ol", {}, ...t.view.events.map((e) => happened(e, proofs)))); }
  if (t.view && t.view.left) { parts.push(el("p", { class: "hint" }, `${count(t.view.left, "more event")} left out`)); }
  $("viewer").replaceChildren(...parts);
  $("viewer").scrollTop = 0;
}

function check(c) {
  const text = [el("span", { class: "v " + c.verdict }, c.verdict), " ", el("code", {}, c.check)];
  if (c.class) { text.push(" ", el("span", { class: "hint" }, c.class.replaceAll("-", " ") + (c.root ? ", root cause" : c.cause ? ", follows from " + c.cause : ""))); }
  if (c.message) { text.push(": " + c.message); }
  return el("li", {}, ...text, ...evidence(c));
}

function evidence(x) {
  return (x.evidence || []).map((e) => el("button", { type: "button", title: e.role, on: { click: () => lead(e.seq) } }, `#${e.seq} ${e.role}`));
}

function lead(seq) {
  const target = document.getElementById("event-" + seq);
  if (target) { target.scrollIntoView({ block: "center" }); target.focus(); }
}

// happened shows an event; the id of the element begins with a prefix, or there is none.
function happened(e, proofs, prefix = "event-") {
  const failed = e.kind === "call" && (e.status === "error" || e.status === "rejected");
  const found = e.kind === "occurrence"; // in the message with the same number
  const li = el("li", { id: prefix && (found ? "occurrence-" : prefix) + e.seq, tabindex: prefix ? -1 : null, class: `event ${e.kind}${failed ? " failed" : ""}${proofs.has(e.seq) ? " proof" : ""}` });
  const who = [`#${e.seq}`, e.kind, e.who, e.group && "side by side " + e.group, e.status].filter(Boolean).join(" · ");
  li.append(el("div", { class: "who", title: e.at }, who, ...(proofs.get(e.seq) || []).map((p) => el("span", { class: "badge" }, p))));
  if (e.tool) { li.append(el("pre", {}, e.tool + (e.args ? " " + e.args : ""))); }
  if (e.text) { li.append(e.text.length > 400 ? el("details", {}, el("summary", {}, cut(e.text, 160)), el("div", { class: "text" }, e.text)) : el("div", { class: "text" }, e.text)); }
  return li;
}

// fullStates returns the events after which the state is known, each with all of
// it. The page holds changes: of the state at the event before, or of that at the
// start of the case.
function fullStates(t) {
  let state = new Map(Object.entries(data.starts[t.case] || {}));
  return t.view.events.filter((e) => e.state).map((e) => {
    state = new Map([...state, ...Object.entries(e.state.set || {})]);
    for (const [name, [at, removed, ...items]] of Object.entries(e.state.splice || {})) {
      const list = state.get(name);
      state.set(name, [...list.slice(0, at), ...items, ...list.slice(at + removed)]);
    }
    for (const name of Object.keys(e.state.drop || {})) { state.delete(name); }
    return { seq: e.seq, tool: e.tool, state };
  });
}

// states is a table with a row for each variable and a column for each call
// after which the state is known; what did not change is hidden by a toggle.
function states(t) {
  const steps = fullStates(t);
  if (!steps.length) { return []; }
  const names = [...new Set(steps.flatMap((e) => [...e.state.keys()]))].sort();
  const rows = names.map((n) => {
    let changes = false, value, text = "";
    const cells = steps.map((e, i) => {
      const before = text;
      if (i === 0 || e.state.get(n) !== value) {
        value = e.state.get(n);
        text = value === undefined ? "" : JSON.stringify(value);
      }
      const changed = i > 0 && text !== before;
      changes = changes || changed;
      return el("td", { class: changed ? "changed mono" : "mono", "aria-label": changed ? "changed to " + text : null }, text);
    });
    const tr = el("tr", {}, el("th", { scope: "row" }, el("code", {}, n)), ...cells);
    tr.changes = changes;
    return tr;
  });
  const toggle = el("input", { type: "checkbox", on: { change: () => hide() } });
  const hide = () => rows.forEach((r) => { r.hidden = !r.changes && !toggle.checked; });
  hide();
  const broken = new Set(violations(t).map((v) => v.seq));
  const head = el("tr", {}, el("th", {}, ""), ...steps.map((e) => el("th", { scope: "col", class: broken.has(e.seq) ? "broken" : "" }, `#${e.seq} ${e.tool || "start"}`)));
  return [el("h3", {}, "States"), el("label", {}, toggle, " also what does not change"), el("div", { class: "scroll" }, el("table", { class: "states" }, el("thead", {}, head), el("tbody", {}, ...rows)))];
}

// ---- all of it

headline();
cards();
rates();
classes();
heat();
tables();
versus();
filters();
listed();
linked();
if (data.problems.length) {
  $("s-problems").hidden = false;
  $("problems").append(...data.problems.map((p) => el("li", {}, el("code", {}, p))));
}
$("made").textContent = "mantrac " + data.version;
