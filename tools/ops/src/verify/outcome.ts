/** The result of one part of `verify`. */
export type Outcome = { faults: string[]; agreed: string };
