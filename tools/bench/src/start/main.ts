import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readStack } from '@portico/stack';
import { freePorts, startStack } from '@portico/testkit/product/stack';
import { machine, writeFigures } from '../report.ts';
import { median, round } from '../statistics.ts';
import { processorSecondsOf, proportionalMiB, withDescendants } from './processes.ts';

/*
 * `npm run bench:start`: how soon the one-machine stack is ready, what that costs, and what it holds when nothing happens; with
 * the packages bundled into the services, and outside of them, in turns. The first start of each, which builds, does not count.
 */
const VARIANTS = { bundled: {}, outside: { PORTICO_PACKAGES: 'outside' } } as const;
type Variant = keyof typeof VARIANTS;
/** Milliseconds after it is ready until the stack counts as idle. */
const SETTLED = 15_000;

type Start = { readySeconds: number; processorSeconds: number; idleMiB: number };

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const folder = await mkdtemp(join(tmpdir(), 'portico-bench-start-'));

const measure = async (variant: Variant): Promise<Start> => {
  const dataDir = join(folder, variant);
  const environment = VARIANTS[variant];
  const stack = await startStack(dataDir, await freePorts(), ['--no-demo'], { environment });
  try {
    const pids = await withDescendants(readStack(dataDir)?.pid ?? 0);
    const processorSeconds = await processorSecondsOf(pids);
    await new Promise((resolve) => setTimeout(resolve, SETTLED));
    const idleMiB = await proportionalMiB(await withDescendants(pids[0] ?? 0));
    return { readySeconds: Number(/Ready in ([\d.]+)/.exec(stack.output())?.[1]), processorSeconds, idleMiB };
  } finally {
    await stack.stop();
  }
};

const starts: Record<Variant, Start[]> = { bundled: [], outside: [] };
const variants = Object.keys(starts) as Variant[];
try {
  for (let start = 0; start <= Number(values.rounds); start += 1)
    for (const variant of variants) {
      const measured = await measure(variant);
      const shown = Object.entries(measured).map(([name, value]) => `${name} ${round(value)}`);
      process.stderr.write(`${start === 0 ? 'first' : start} ${variant}: ${shown.join(', ')}\n`);
      if (start > 0) starts[variant].push(measured);
    }
} finally {
  await rm(folder, { recursive: true, force: true });
}
const figures = variants.map((variant) => {
  const of = (figure: keyof Start): number => round(median(starts[variant].map((start) => start[figure])));
  return {
    variant,
    readySeconds: of('readySeconds'),
    processorSeconds: of('processorSeconds'),
    idleMiB: Math.round(of('idleMiB')),
  };
});
const row = (...cells: (string | number)[]): string =>
  cells.map((cell, index) => (index === 0 ? `${cell}`.padEnd(12) : `${cell}`.padStart(18))).join('');
process.stdout.write(
  `${[
    `${machine()}; median of ${values.rounds} starts each`,
    row('packages', 'ready, s', 'processor, s', 'idle PSS, MiB'),
    ...figures.map((one) => row(one.variant, one.readySeconds, one.processorSeconds, one.idleMiB)),
  ].join('\n')}\n`,
);
process.stderr.write(`written to ${await writeFigures('start', { starts })}\n`);
