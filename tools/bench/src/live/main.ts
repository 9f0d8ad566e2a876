import { fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Load, type LoadFigures, underLoad, type Watched } from './live-load.ts';
import { membershipChanged } from '@portico/contracts/events/orgs';
import type { Producer } from 'kafkajs';
import { setTimeout as sleep } from 'node:timers/promises';
import { publishDirectory, withProducer } from '../publishing.ts';
import { startSurroundings } from '../surroundings.ts';

const USAGE = `npm run bench:live [-- --seconds 5]
Milliseconds from publishing an event to a viewer's socket, at several rates, beside a plain WebSocket broadcast of the same
events from the same topic, in turns. Below two minutes.
`;
const BROADCAST = fileURLToPath(new URL('ws-broadcast.ts', import.meta.url));
/** Id of a user who may see organization 1. */
const MEMBER = 5;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' }, help: { type: 'boolean' } } });
if (values.help) process.stdout.write(USAGE);
else await run(Number(values.seconds));

async function run(seconds: number): Promise<void> {
  const surroundings = await startSurroundings();
  try {
    const { kafka, tokens } = surroundings;
    const service = await surroundings.startService('live');
    await withProducer(kafka, async (producer) => {
      await publishDirectory(producer);
      await publishMembership(producer);
    });
    await ready(service.url);
    const broadcast = fork(BROADCAST, [surroundings.brokers]);
    const [url] = (await once(broadcast, 'message')) as [string];
    const plain: Watched = { url, pid: broadcast.pid ?? 0 };
    const portico: Watched = {
      url: service.url,
      pid: service.pid,
      admin: await tokens.sign(),
      member: await tokens.sign({ id: MEMBER, usertype: 'CLIENT' }),
    };
    const loads: Load[] = [10, 1_000, 5_000, 20_000].map((rate) => ({ rate, seconds, viewers: 1 }));
    print('', 'events/s', 'viewers', 'p50', 'p95', 'p99', 'missed', 'not shown', 'doubled', 'foreign', 'KiB/viewer');
    for (const load of [...loads, { rate: 200, seconds, viewers: 1_000 }]) {
      report('portico', await underLoad(kafka, portico, load));
      report('plain ws', await underLoad(kafka, plain, load));
    }
    broadcast.disconnect();
  } finally {
    await surroundings.stop();
  }
}

async function publishMembership(producer: Producer): Promise<void> {
  const { topic, source, type } = membershipChanged;
  const data = { id: 1, version: 1, deletedAt: null, userId: MEMBER, organizationId: 1, approved: true };
  const time = new Date().toISOString();
  const event = { specversion: '1.0', id: randomUUID(), source, type, subject: '1', time, data };
  const value = JSON.stringify({ ...event, datacontenttype: 'application/json' });
  await producer.send({ topic, messages: [{ key: '1', value }], acks: -1 });
}

async function ready(url: string): Promise<void> {
  const deadline = Date.now() + 60_000;
  while ((await fetch(`${url}/health/ready`)).status !== 200) {
    if (Date.now() > deadline) throw new Error('the events service is not ready after 60 s');
    await sleep(50);
  }
}

function report(name: string, figures: LoadFigures): void {
  const { rate, viewers, p50, p95, p99, missed, skipped, doubled, foreign, kibAViewer } = figures;
  const kib = viewers > 1 ? kibAViewer : '';
  print(name, rate, viewers, p50, p95, p99, missed, skipped, doubled, name === 'portico' ? foreign : '', kib);
}

function print(name: string, ...cells: (string | number)[]): void {
  const line = cells.map((cell) => String(cell).padStart(11)).join('');
  process.stdout.write(`${name.padEnd(10)}${line}\n`);
}
