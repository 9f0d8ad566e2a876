/** The reason why the stack does not start, with its remedy, in one line. */
export class StartFault extends Error {}
