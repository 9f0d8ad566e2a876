/** The result of one part of `verify`. `agreed`: describes the compared data, for the report. */
export type Outcome = { faults: string[]; agreed: string };
