/** Why the stack does not start, in one line: what it is and what to do. */
export class StartFault extends Error {}
