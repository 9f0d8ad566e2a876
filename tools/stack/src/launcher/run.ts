import { messageOf } from '../process/system-error.ts';
import { StartFault } from './fault.ts';
import { seconds, type Screen } from './screen.ts';

export type Runnable = { start(): Promise<unknown>; stop(): Promise<void> };

/** Maximum milliseconds for stopping. After that, this process exits, and a shell (the reaper) kills the remaining processes. */
const LAST_RESORT_MS = 4_800;

/**
 * Runs a stack in this process until a signal, or until the parent process ends. Exits with code 0 after an orderly stop, and
 * with 1 after a failed start, with the reason on stderr.
 */
export const run = async (stack: Runnable, screen: Screen): Promise<void> => {
  let ending: Promise<void> | undefined;
  const end = (code: number): Promise<void> => {
    if (ending) return stack.stop(); // a second signal kills immediately
    setTimeout(() => process.exit(code), LAST_RESORT_MS).unref();
    const began = performance.now();
    ending = stack.stop().then(() => {
      if (code === 0) screen.line(`  Ended in ${seconds(performance.now() - began)}`);
      screen.close();
      process.exit(code);
    });
    return ending;
  };
  const onEnd = () => {
    if (!ending) screen.ending();
    void end(0);
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, onEnd);
  process.on('disconnect', onEnd); // the parent process has ended
  // The stack keeps running if the reader of its output ends (`npm start | head`).
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);

  try {
    await stack.start();
  } catch (error) {
    if (ending) return;
    screen.close();
    process.stderr.write(`${error instanceof StartFault ? '' : '\n'}${messageOf(error)}\n`);
    await end(1);
  }
};
