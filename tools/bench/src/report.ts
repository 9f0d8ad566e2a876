import { execFileSync } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism, totalmem } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { IngestFigures } from './ingest.bench.ts';
import type { ListFigures } from './list.bench.ts';
import type { LiveFigures } from './live.bench.ts';
import type { OrgsFigures } from './orgs.bench.ts';
import { round } from './statistics.ts';
import type { UsersFigures } from './users.bench.ts';

export type Figures = {
  ingest: IngestFigures;
  live: LiveFigures;
  list: ListFigures;
  users: UsersFigures;
  orgs: OrgsFigures;
  seconds: number;
};

const RESULTS = fileURLToPath(new URL('../../../bench-results', import.meta.url));

export const machine = (): string =>
  `${availableParallelism()} cores, ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.version}`;
const line = (...cells: (string | number)[]): string => {
  const [name = '', ...figures] = cells.map(String);
  return `  ${name.padEnd(34)}${figures.map((cell) => cell.padStart(14)).join('')}`;
};
const thousands = (value: number): string => value.toLocaleString('en');

/** The figures for people. */
export function toTable({ ingest, live, list, users, orgs, seconds }: Figures): string {
  const requests = Object.entries(list.requests).map(([kind, { p50, p95 }]) => line(kind, `${p50} ms`, `${p95} ms`));
  return [
    `${machine()}, everything on this machine; ${seconds} s`,
    '',
    `Kafka to ClickHouse, ${thousands(ingest.events)} events a round, median of ${ingest.rounds.length}`,
    line('stored', `${thousands(ingest.storedPerSecond)}/s`),
    line('only read, nothing done', `${thousands(ingest.readPerSecond)}/s`),
    line('ratio', ingest.ratio),
    '',
    `Published to a viewer's socket, ${live.rate} events a second, ${thousands(live.events)} events`,
    line('', 'p50', 'p95', 'p99'),
    line('latency', `${live.p50} ms`, `${live.p95} ms`, `${live.p99} ms`),
    line('missed, doubled', live.missed, live.doubled),
    '',
    `GET /events on ${thousands(list.rows)} rows, loaded in ${round(list.loadSeconds)} s`,
    line('', 'p50', 'p95'),
    ...requests,
    '',
    `GET /users, ${thousands(users.users)} users`,
    line('', 'p50', 'p95', 'times one row'),
    ...Object.entries(users.requests).map(([kind, { p50, p95, ratio }]) => line(kind, `${p50} ms`, `${p95} ms`, ratio)),
    '',
    `${thousands(orgs.organizations)} organizations, ${thousands(orgs.integrations)} integrations, ${thousands(orgs.memberships)} memberships`,
    line('', 'p50', 'p95'),
    ...Object.entries(orgs.requests).map(([kind, { p50, p95 }]) => line(kind, `${p50} ms`, `${p95} ms`)),
    '',
  ].join('\n');
}

/** The commit that is measured, e.g. `e861dda`; with `-dirty` when files differ from it. */
export const commit = (): string =>
  execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();

/** Writes the figures of one benchmark as JSON. @returns the file, below the project. */
export async function writeFigures(name: string, figures: object): Promise<string> {
  await mkdir(RESULTS, { recursive: true });
  const measuredAt = new Date().toISOString();
  const file = `${name}-${measuredAt.replaceAll(/[:.]/g, '-')}.json`;
  const content = { measuredAt, commit: commit(), machine: machine(), ...figures };
  await writeFile(join(RESULTS, file), `${JSON.stringify(content, null, 2)}\n`);
  return `bench-results/${file}`;
}
