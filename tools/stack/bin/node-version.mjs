// Read by whatever Node is on the machine: nothing newer than ES2018 here.

/** Oldest Node that can start the stack. */
export const MINIMUM = 20;
/** The Node that the services are written for; the checkout brings it along. */
export const PINNED = 24;

const majorOf = (version) => Number(/^v?(\d+)\./.exec(version)[1]);

/** One line that says what to do when this Node cannot start the stack; otherwise undefined. */
export const nodeFault = (version) =>
  majorOf(version) < MINIMUM
    ? `Portico needs Node.js ${MINIMUM} or later, this is ${version}. Install a newer one from https://nodejs.org and start again.`
    : undefined;

/** Whether another Node than this one has to run it. */
export const needsPinned = (version) => majorOf(version) < PINNED;
