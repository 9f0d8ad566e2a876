import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import { parseArgs } from 'node:util';
import { membershipChanged } from '@portico/contracts/events/orgs';
import { type Call, caller, eventually } from '@portico/testkit';
import { loadRows } from '../load-rows.ts';
import { prepareDirectory } from '../prepare.ts';
import { withProducer } from '../publishing.ts';
import { machine, writeFigures } from '../report.ts';
import { median, round } from '../statistics.ts';
import { startBenchStack, type BenchStack } from '../bench-stack.ts';

const USAGE = `npm run bench:fairness [-- --rows 500000] [--requests 40] [--rounds 3]
How long an administrator's list takes while one customer asks as much as they can, as a multiple of its idle time: beside
60 exports at once, and beside 24 analyses at once. Rounds take turns; each figure is the median of its requests.
`;
const DATABASE = 'fairness';
/** Milliseconds after which a rejected customer retries: sooner than Retry-After. */
const IMPATIENCE = 1_000;
const CUSTOMER = { id: 5, usertype: 'CLIENT' } as const;

const LOADS: Record<string, readonly string[]> = {
  idle: [],
  '60 exports': Array.from({ length: 60 }, () => '/events/export?format=ndjson'),
  '24 analyses': Array.from({ length: 24 }, (_, index) => (index % 2 ? '/events/facets' : '/events/histogram')),
};

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '500000' },
    requests: { type: 'string', default: '40' },
    rounds: { type: 'string', default: '3' },
    help: { type: 'boolean' },
  },
});
const say = (line: string): void => void process.stderr.write(`${line}\n`);
if (values.help) process.stdout.write(USAGE);
else await run(Number(values.rows), Number(values.requests), Number(values.rounds));

async function run(rows: number, requests: number, rounds: number): Promise<void> {
  const stack = await startBenchStack();
  try {
    const service = await stack.startService(DATABASE);
    await prepareDirectory(stack, service);
    await approve(stack);
    say(`loading ${rows} rows`);
    await loadRows(stack.database(DATABASE), rows);
    await stack.merged();
    const taken: Record<string, number[]> = {};
    for (let turn = 0; turn < rounds; turn += 1) {
      const admin = caller(service.url, await stack.tokens.sign());
      const customer = caller(service.url, await stack.tokens.sign(CUSTOMER));
      await eventually(async () => (await customer('GET', '/events?limit=1')).status === 200);
      for (const [load, paths] of Object.entries(LOADS)) {
        const times = await beside(customer, paths, () => timeLists(admin, requests));
        say(`round ${turn + 1}, ${load}: ${round(median(times))} ms`);
        taken[load] = [...(taken[load] ?? []), ...times];
      }
    }
    const idle = median(taken['idle'] ?? []);
    const figures = Object.fromEntries(
      Object.entries(taken).map(([load, times]) => [
        load,
        { p50: round(median(times)), ratio: round(median(times) / idle, 2) },
      ]),
    );
    const lines = Object.entries(figures).map(
      ([load, { p50, ratio }]) => `  ${load.padEnd(14)}${`${p50} ms`.padStart(12)}${String(ratio).padStart(8)}`,
    );
    process.stdout.write(`${machine()}; ${rows} rows; GET /events of an administrator\n${lines.join('\n')}\n`);
    say(`written to ${await writeFigures('fairness', { rows, requests, rounds, figures })}`);
  } finally {
    await stack.stop();
  }
}

/** The customer is a member of one of the organizations. */
async function approve({ kafka }: BenchStack): Promise<void> {
  const { topic, source, type } = membershipChanged;
  const data = {
    id: 1,
    version: 1,
    deletedAt: null,
    userId: CUSTOMER.id,
    organizationId: 1,
    approved: true,
    role: 'viewer',
  };
  const event = { specversion: '1.0', id: randomUUID(), source, type, subject: '1', time: new Date().toISOString() };
  const value = JSON.stringify({ ...event, datacontenttype: 'application/json', data });
  await withProducer(kafka, (producer) => producer.send({ topic, messages: [{ key: '1', value }], acks: -1 }));
}

/** Runs `work` while the customer asks for all of `paths` at once, each again as soon as it is answered. */
async function beside<Value>(customer: Call, paths: readonly string[], work: () => Promise<Value>): Promise<Value> {
  let isOver = false;
  const asking = paths.map(async (path) => {
    while (!isOver) {
      const { status } = await customer('GET', path);
      if (status !== 200) await sleep(IMPATIENCE);
    }
  });
  await sleep(IMPATIENCE);
  try {
    return await work();
  } finally {
    isOver = true;
    await Promise.all(asking);
  }
}

async function timeLists(admin: Call, requests: number): Promise<number[]> {
  const times: number[] = [];
  for (let turn = 0; turn < requests; turn += 1) {
    const began = performance.now();
    const { status } = await admin('GET', '/events?limit=10');
    if (status !== 200) throw new Error(`GET /events answered ${status}`);
    times.push(performance.now() - began);
  }
  return times;
}
