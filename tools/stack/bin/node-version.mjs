// This file runs on any Node version of the machine, so it uses no feature newer than ES2018.

const MINIMUM = 20;
/** The Node version that the services need. The checkout includes this version. */
const PINNED = 24;

const majorOf = (version) => Number(/^v?(\d+)\./.exec(version)[1]);

/** Returns a line that says what to do if this Node cannot start the stack, otherwise undefined. */
export const nodeFault = (version) =>
  majorOf(version) < MINIMUM
    ? `Portico needs Node.js ${MINIMUM} or later, this is ${version}. Install a newer one from https://nodejs.org and start again.`
    : undefined;

export const needsPinned = (version) => majorOf(version) < PINNED;
