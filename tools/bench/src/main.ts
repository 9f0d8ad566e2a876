import { parseArgs } from 'node:util';
import { benchIngest } from './ingest.bench.ts';
import { benchList, load } from './list.bench.ts';
import { benchLive } from './live.bench.ts';
import { FULL, QUICK } from './options.ts';
import { benchOrgs } from './orgs.bench.ts';
import { type Figures, toTable, writeFigures } from './report.ts';
import { round } from './statistics.ts';
import { benchUsers } from './users.bench.ts';
import { prepareIngest, ready } from './prepare.ts';
import { startBenchStack } from './bench-stack.ts';

const USAGE = `npm run bench [-- --quick]
Measures the events service on this machine in one run, below five minutes. --quick: below one, with rougher figures.
Prints a table and writes it as JSON to bench-results/.
`;
const say = (line: string): void => void process.stderr.write(`${line}\n`);

const { values } = parseArgs({ options: { quick: { type: 'boolean' }, help: { type: 'boolean' } } });
if (values.help) process.stdout.write(USAGE);
else await run(values.quick ? QUICK : FULL);

async function run(options: typeof FULL): Promise<void> {
  const began = performance.now();
  say('starting Kafka and ClickHouse');
  const stack = await startBenchStack();
  try {
    await prepareIngest(stack);
    say('Kafka to ClickHouse');
    const ingest = await benchIngest(stack, options);
    const service = await stack.startService('list');
    await ready(service);
    say('loading rows');
    const loadSeconds = await load(stack, 'list', options);
    say('live');
    const live = await benchLive(stack, service, options);
    say('GET /events');
    const list = { ...(await benchList(stack, service, options)), loadSeconds };
    await service.stop();
    say('GET /users');
    const users = await benchUsers(stack, options);
    say('GET /organizations, GET /integrations');
    const orgs = await benchOrgs(stack, options);
    const figures: Figures = {
      ingest,
      live,
      list,
      users,
      orgs,
      seconds: round((performance.now() - began) / 1_000, 0),
    };
    process.stdout.write(`\n${toTable(figures)}\n`);
    say(`written to ${await writeFigures('bench', figures)}`);
  } finally {
    await stack.stop();
  }
}
