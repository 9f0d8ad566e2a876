// What the replay buffer costs, as JSON: memory of so many rows, microseconds of one more, milliseconds of joining. Needs --expose-gc.
import { parseArgs } from 'node:util';
import { integrationEvent } from '@portico/testkit/integration-event';
import { Directory, ofOrganizations } from '../../src/directory/directory.ts';
import { toJudgedMessage } from '../../src/judge/judged-message.ts';
import { LiveEvent } from '../../src/live/live-event.ts';
import { missedRows } from '../../src/live/missed-rows.ts';
import { ReplayBuffer } from '../../src/live/replay-buffer.ts';
import { NO_FILTER } from '../../src/table/filter/resolve.ts';

const { values } = parseArgs({
  options: { rows: { type: 'string', default: '200000' }, rate: { type: 'string', default: '10000' } },
});
const ROWS = Number(values.rows);
const RATE = Number(values.rate);
const PARTITIONS = 6;
const ORGANIZATIONS = 100;
/** Bytes of a value. */
const VALUE = 380;
const TURNS = 21;

const directory = new Directory();
for (let id = 1; id <= ORGANIZATIONS; id += 1)
  directory.applyIntegration({ id, version: 1, deletedAt: null, name: `i${id}`, active: true, organizationId: id });

/** A row as it comes out of Kafka: its value lies in a larger buffer, as those of a fetch do. */
function arrival(index: number): LiveEvent {
  const organization = (index % ORGANIZATIONS) + 1;
  const event = integrationEvent({ source_id: organization, organization_id: organization });
  const bare = Buffer.byteLength(JSON.stringify(event));
  const message = `${event.details.message}${'.'.repeat(Math.max(0, VALUE - bare))}`;
  const value = Buffer.from(JSON.stringify({ ...event, details: { message } }));
  const sent = { key: null, value, headers: {}, timestamp: String(Date.now()), offset: '0', attributes: 0 };
  const position = { partition: index % PARTITIONS, offset: Math.floor(index / PARTITIONS) };
  const judged = toJudgedMessage(position, sent, directory);
  if (!judged.verdict.ok) throw new Error(judged.verdict.rejection.reason);
  return LiveEvent.of(judged, judged.verdict);
}

function memory(): { heap: number; buffers: number } {
  globalThis.gc?.();
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return { heap: heapUsed / 1024 ** 2, buffers: arrayBuffers / 1024 ** 2 };
}
const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
const timed = (run: () => unknown): number => {
  const began = performance.now();
  run();
  return performance.now() - began;
};

const start = new Map(Array.from({ length: PARTITIONS }, (_, partition) => [partition, -1]));
const before = memory();
const replay = new ReplayBuffer(start);
let adding = 0;
for (let index = 0; index < ROWS; index += 500) {
  const batch = Array.from({ length: 500 }, (_, place) => arrival(index + place));
  adding += timed(() => batch.forEach((row) => replay.add(row)));
}
const after = memory();
/** As of so many seconds ago. */
const cursor = (seconds: number) =>
  new Map([...start.keys()].map((partition) => [partition, Math.floor((ROWS - seconds * RATE) / PARTITIONS) - 1]));
const scope = ofOrganizations([7]);
const FILTERS = {
  'one organization': { ...NO_FILTER, scope },
  'one organization, a text': { ...NO_FILTER, scope, needle: 'EMPLOYEES' },
  'every organization, a text': { ...NO_FILTER, needle: 'NOTHING' },
};
const joins = Object.entries(FILTERS).flatMap(([name, filter]) =>
  [1, 2, 20].map((seconds) => {
    const run = () => missedRows(replay, cursor(seconds), filter);
    return {
      name,
      seconds,
      rows: run()?.length ?? null,
      milliseconds: median(Array.from({ length: TURNS }, () => timed(run))),
    };
  }),
);
const figures = {
  rows: ROWS,
  heap: after.heap - before.heap,
  buffers: after.buffers - before.buffers,
  addingMicroseconds: (adding * 1_000) / ROWS,
  covers: Array.from({ length: ROWS / RATE }, (_, second) => second + 1).findLast((second) =>
    replay.covers(cursor(second)),
  ),
  joins,
};
process.stdout.write(`${JSON.stringify(figures)}\n`);
