import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readStack } from '@portico/stack';
import { runCommand } from '@portico/stack/process';
import { freePorts, startStack } from '@portico/testkit/product/stack';
import { startBareServer } from '../bare-server.ts';
import { command } from '../command.ts';
import { type Idle, measureIdle, processorSecondsOf, withDescendants } from '../processes.ts';
import { timed } from '../requests.ts';
import { inTurns, median, ratio, round } from '../statistics.ts';
import { printTable, say } from '../table.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
/** Milliseconds from the time at which the stack is ready until it counts as idle. */
const SETTLE_MS = 15_000;
const IDLE_SECONDS = 40;

/** Seconds until the stack is ready, and the processor time of all processes until then. */
type Start = { readySeconds: number; processorSeconds: number };
type Starts = { first: Start; second: Start; idle: Idle };

export default command({
  summary: `
Measures the build of everything beside the console's own vite build, and the first and the second start of the one-machine stack
without its demo beside the start of a bare Node server; then, over ${IDLE_SECONDS} seconds, the processor time and memory (PSS) of all
processes of the idle stack beside that server's.`,
  options: { rounds: 2 },
  run: async ({ rounds }) => {
    const folder = await mkdtemp(join(tmpdir(), 'portico-bench-start-'));
    try {
      const build = await measureBuild(join(folder, 'console'));
      say('a start that does not count: npm start keeps the build');
      await withStack(join(folder, 'uncounted'), async () => undefined);
      const starts = await inTurns(rounds, {
        portico: (number) => measureStarts(join(folder, String(number))),
        bare: measureBareStart,
      });
      print(build, starts);
      return { build, starts };
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

type Build = { everything: number; console: number };

async function measureBuild(consoleFolder: string): Promise<Build> {
  const run = async (name: string, args: readonly string[], cwd = ROOT): Promise<number> => {
    say(`${name} ${args.join(' ')}`);
    const bin = join(ROOT, 'node_modules/.bin', name);
    const env = { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' };
    return (await timed(() => runCommand({ command: process.execPath, args: [bin, ...args], cwd, env }))) / 1_000;
  };
  return {
    everything: await run('nx', ['run-many', '-t', 'build', '--skip-nx-cache', '--outputStyle=static']),
    console: await run('vite', ['build', '--outDir', consoleFolder], join(ROOT, 'apps/console')),
  };
}

async function withStack<Value>(
  dataDir: string,
  work: (pid: number, output: string) => Promise<Value>,
): Promise<Value> {
  const stack = await startStack(dataDir, await freePorts(), ['--no-demo']);
  try {
    return await work(readStack(dataDir)?.pid ?? 0, stack.output());
  } finally {
    await stack.stop();
  }
}

async function measureStarts(dataDir: string): Promise<Starts> {
  const startOf = async (pid: number, output: string): Promise<Start> => ({
    readySeconds: Number(/Ready in ([\d.]+)/.exec(output)?.[1]),
    processorSeconds: round(await processorSecondsOf(await withDescendants(pid))),
  });
  const first = await withStack(dataDir, startOf);
  return withStack(dataDir, async (pid, output) => {
    const second = await startOf(pid, output);
    await sleep(SETTLE_MS);
    const idle = await measureIdle(pid, IDLE_SECONDS);
    say(JSON.stringify({ first, second, idle }));
    return { first, second, idle };
  });
}

async function measureBareStart(): Promise<{ start: Start; idle: Idle }> {
  const began = performance.now();
  const server = await startBareServer();
  try {
    await fetch(server.url);
    const readySeconds = round((performance.now() - began) / 1_000, 3);
    const start = { readySeconds, processorSeconds: await processorSecondsOf([server.pid]) };
    return { start, idle: await measureIdle(server.pid, IDLE_SECONDS) };
  } finally {
    server.stop();
  }
}

function print(build: Build, { portico, bare }: { portico: Starts[]; bare: { start: Start; idle: Idle }[] }): void {
  const row = (title: string, values: readonly number[], baselines: readonly number[]) => {
    const [value, baseline] = [median(values), median(baselines)];
    return [title, round(value), round(baseline, 2), baseline === 0 ? undefined : ratio(value, baseline)];
  };
  printTable(
    ['build, s', 'everything', 'vite build of the console', 'ratio'],
    [row('', [build.everything], [build.console])],
  );
  const startRow = (title: string, which: 'first' | 'second', pick: (start: Start) => number) =>
    row(
      title,
      portico.map((one) => pick(one[which])),
      bare.map(({ start }) => pick(start)),
    );
  const starts = (['first', 'second'] as const).flatMap((which) => [
    startRow(`${which} start, s`, which, ({ readySeconds }) => readySeconds),
    startRow('its processor time, s', which, ({ processorSeconds }) => processorSeconds),
  ]);
  const idleRow = (title: string, pick: (idle: Idle) => number) =>
    row(
      title,
      portico.map(({ idle }) => pick(idle)),
      bare.map(({ idle }) => pick(idle)),
    );
  printTable(
    [`median of ${portico.length} rounds`, 'Portico', 'bare Node server', 'ratio'],
    [
      ...starts,
      idleRow('idle, % of a core', ({ percentOfCore }) => percentOfCore),
      idleRow('idle memory (PSS), MiB', ({ mib }) => mib),
      idleRow('processes', ({ processes }) => processes),
    ],
  );
}
