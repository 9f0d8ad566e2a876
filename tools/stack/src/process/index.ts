/** Child processes that cannot outlive the one that started them, for the other tools. */
export { startChild } from './child.ts';
export { runCommand } from './command.ts';
export { isRunning, type ProcessIdentity } from './identity.ts';
export { freePort, freePorts, freePortsInARow } from './ports.ts';
export { guard, release } from './reaper.ts';
export { endLeftovers } from './run-file.ts';
