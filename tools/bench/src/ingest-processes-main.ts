// npm run bench:ingest:processes [-- --events 200000 --rounds 3]
// What an event costs when several processes ingest: processor time of all of them and ClickHouse, beside one process.
import { parseArgs } from 'node:util';
import { startBenchStack } from './bench-stack.ts';
import { measureIngest, PROCESSES } from './ingest-processes.ts';
import { prepareIngest } from './prepare.ts';
import { median, round } from './statistics.ts';

const { values } = parseArgs({
  options: { events: { type: 'string', default: '200000' }, rounds: { type: 'string', default: '3' } },
});

const stack = await startBenchStack();
try {
  await prepareIngest(stack);
  const micros = new Map<number, number[]>(PROCESSES.map((count) => [count, []]));
  for (let number = 0; number < Number(values.rounds); number += 1) {
    for (const count of PROCESSES) {
      const measured = await measureIngest(stack, count, Number(values.events));
      micros.get(count)?.push(measured.micros);
      process.stderr.write(`${JSON.stringify({ round: number + 1, processes: count, ...measured })}\n`);
    }
  }
  const alone = median(micros.get(1) ?? []);
  for (const [count, some] of micros)
    console.log(`${count} processes: ${median(some)} µs an event, ${round(median(some) / alone, 2)} of one process`);
} finally {
  await stack.stop();
}
