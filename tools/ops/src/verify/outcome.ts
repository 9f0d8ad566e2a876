/** What a part of `verify` found. */
export type Outcome = { faults: string[]; agreed: string };
