import { messageOf } from '../process/system-error.ts';
import { StartFault } from './fault.ts';
import type { Screen } from './screen.ts';
import { seconds } from './screen.ts';

/** What `run` keeps alive and ends. */
export type Runnable = { start(): Promise<unknown>; stop(): Promise<void> };

/** However long an end takes, this process is gone by then, and the reaper ends what it leaves. */
const LAST_RESORT_MS = 4_800;

/**
 * Runs a stack in this process until it has to end: by a signal, or by the process before it going away.
 * Ends the process: 0 after an orderly end, 1 when the start failed, which is said on stderr.
 */
export const run = async (stack: Runnable, screen: Screen): Promise<void> => {
  let ending: Promise<void> | undefined;
  const end = (code: number): Promise<void> => {
    if (ending) return stack.stop(); // asked twice: at once
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
  process.on('disconnect', onEnd); // the Node that handed over to this one is gone
  // A reader that went away (`npm start | head`) is no reason to end.
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
