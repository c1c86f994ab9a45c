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

/** A case as `mantrac validate --format json` writes it. */
export interface Report {
  case: string;
  file: string;
  verdict: string;
  bound: number;
  compliant: { result: string; proved: boolean; witness?: Witness };
  forward: { result: string; proved: boolean; class?: string; step?: number; clause?: Clause; witness?: Witness };
  backward: { check: string; result: string; proved: boolean; class?: string; witness?: Witness }[];
  blame?: Clause[];
}
