// What the server says beside the protocol of editors.

/** What is known of a case. */
export interface CaseState {
  uri: string;
  case: string;
  line: number;
  phase: "unverified" | "verifying" | "proved" | "bounded" | "conflict" | "unknown" | "obsolete" | "broken";
  title: string;
  /** Why it cannot be validated. */
  trouble?: string;
}

export type Value = boolean | number | string | null | Value[] | { [field: string]: Value };

export interface Witness {
  init: { [name: string]: Value };
  steps: { tool: string; args: { [name: string]: Value }; state: { [name: string]: Value }; irrelevant?: string[] }[];
  free: string[];
  irrelevant?: string[];
}

export interface Clause { file: string; line: number; column: number; text: string; kind: string }

export interface Place { kind: string; file: string; line: number; column: number; text: string }

interface Rows { shown?: string[]; idle?: string[] }

/** What the command line says of a case beyond its JSON. */
export interface Notes {
  forward: (Rows & { broken: { step: number; clauses: Clause[]; reads: string[] }[]; because?: Place })[];
  backward: (Rows & { place?: Place })[];
  compliant?: Rows;
  omissions: string[];
  unknown: { question: string; reason: string }[];
}

/** A case as `mantrac validate --format json` writes it. */
export interface Report {
  case: string;
  file: string;
  verdict: string;
  bound: number;
  compliant: { result: string; proved: boolean; witness?: Witness };
  forward: { result: string; proved: boolean; class?: string; step?: number; clause?: Clause; witness?: Witness };
  backward: { check: string; result: string; proved: boolean; class?: string; step?: number; witness?: Witness }[];
  blame?: Place[];
  blame_minimal?: boolean;
  notes?: Notes;
}

/** What a change of a transition or a case means, as the server answers the lens. */
export interface Change {
  name: string;
  title: string;
  since: string;
  traces: ChangeTrace[];
}

/** A trace that one of two versions alone allows. */
export interface ChangeTrace {
  heading: string;
  text: string;
  /** Of the call that the other version refuses; 0 if it is none. */
  step: number;
  clauses: Clause[];
  witness: { init: { [name: string]: Value }; steps: { tool: string; args: { [name: string]: Value } }[] };
}

/** Where the repairs of a case are offered, once they are known. */
export interface FoundRepairs {
  uri: string;
  /** The name of the case. */
  at: { line: number; character: number };
  count: number;
}

/** A trace that is kept of a case, or one that is not there, and how it is judged. */
export interface KeptTrace {
  id: string;
  case: string;
  status: "pass" | "fail" | "skip" | "missing";
  reason?: string;
  line?: number;
  changes?: { name: string; was: string; now?: string; message?: string }[];
  events?: string[];
}

/** The kept traces of a suite as `mantrac test --format json` writes them. */
export interface TestReport { suites: { suite: string; file: string; kept: boolean; traces: KeptTrace[] }[] }
