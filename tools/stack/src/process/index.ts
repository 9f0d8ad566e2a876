/** Child processes that cannot outlive their parent process, and ports, for use by tools outside of the stack. */
export { startChild } from './child.ts';
export { runCommand } from './command.ts';
export { isRunning, type ProcessIdentity } from './identity.ts';
export { listenOnLoopback } from './loopback.ts';
export { freePort, freePorts, freePortsInARow } from './ports.ts';
export { guard, release } from './reaper.ts';
export { endLeftovers } from './run-file.ts';
