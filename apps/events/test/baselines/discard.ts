// Reads, validates and discards messages, to measure the minimum cost of the ingest. Prints {"events":N,"cpuSeconds":S,"seconds":S}.
//   node --import ./tools/swc-hook.mjs apps/events/test/baselines/discard.ts <brokers> <messages> <partition:offset,...>
//     <integrations> <organizations>
import { readTopic, workOf } from './read-topic.ts';

let began = process.cpuUsage();
let beganAt = 0;
let [events, accepted] = [0, 0];
await readTopic(workOf(process.argv.slice(2)), (arrivals) => {
  if (beganAt === 0) {
    began = process.cpuUsage();
    beganAt = performance.now();
    return;
  }
  events += arrivals.length;
  accepted += arrivals.filter(({ verdict }) => verdict.ok).length;
});
const { user, system } = process.cpuUsage(began);
const seconds = (performance.now() - beganAt) / 1_000;
process.stdout.write(`${JSON.stringify({ events, accepted, cpuSeconds: (user + system) / 1e6, seconds })}\n`);
