/** Child processes that cannot outlive their parent process, for use by tools outside of the stack. */
export { startChild } from './child.ts';
export { runCommand } from './command.ts';
export { isRunning, type ProcessIdentity } from './identity.ts';
export { freePort, freePorts, freePortsInARow } from './ports.ts';
export { guard, release } from './reaper.ts';
export { endLeftovers } from './run-file.ts';
