import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { until } from '../../test/support.ts';
import { run } from '../command.ts';
import type { Case, Stage } from '../target.ts';

const COUNT = 60;
const lines = Array.from({ length: COUNT }, (_, i) => `k${i % 7}:value ${i} of many that repeat themselves`);
const READ = ['-C', '-o', 'beginning', '-e', '-q', '-f', '%p %o %k=%s\\n'];

const kcat = ({ port }: Stage, args: readonly string[], input?: string) =>
  run('kcat', ['-b', `localhost:${port}`, ...args], input);
const produce = (stage: Stage, topic: string, args: readonly string[]) =>
  kcat(stage, ['-P', '-t', topic, '-K:', ...args], `${lines.join('\n')}\n`);

const codecs: Case[] = ['none', 'gzip', 'snappy', 'lz4', 'zstd'].flatMap((codec) =>
  ['0', '1', 'all'].map((acks) => ({
    name: `kcat with the codec ${codec} and acks ${acks}`,
    async run(stage) {
      // The broker must read the records of a compacted topic, even if they are compressed.
      const topic = await stage.topic({ 'cleanup.policy': 'compact' });
      await produce(stage, topic, ['-z', codec, '-X', `acks=${acks}`]);
      // With acks=0, records may arrive after the command has ended.
      let read: string[] = [];
      for (let i = 0; i < 100 && read.length < COUNT; i++) read = await kcat(stage, ['-t', topic, ...READ]);
      return read;
    },
  })),
);

/** Runs two members of one group concurrently until together they have read all records of the topic. */
async function consumeTogether(stage: Stage, topic: string, strategy: string): Promise<string[]> {
  const settings = [
    'auto.offset.reset=earliest',
    `partition.assignment.strategy=${strategy}`,
    'session.timeout.ms=6000',
  ];
  const args = ['-b', `localhost:${stage.port}`, '-G', `${stage.id}-kcat`, '-q', '-u', '-f', '%p %o %k=%s\\n'];
  const read = new Set<string>();
  const members = [1, 2].map(() => spawn('kcat', [...args, ...settings.flatMap((one) => ['-X', one]), topic]));
  const closed = members.map((member) => once(member, 'close'));
  for (const member of members) {
    let unfinished = '';
    member.stdout.on('data', (chunk: Buffer) => {
      const parts = (unfinished + chunk.toString()).split('\n');
      unfinished = parts.pop() ?? '';
      for (const line of parts) read.add(line);
    });
  }
  await until(`${COUNT} records`, () => read.size >= COUNT, 120_000);
  for (const member of members) member.kill('SIGTERM');
  await Promise.all(closed);
  return [...read].toSorted();
}

const groups: Case[] = ['range', 'roundrobin', 'cooperative-sticky'].map((strategy) => ({
  name: `a kcat group of two with the ${strategy} assignor, which reads every record once`,
  async run(stage) {
    const topic = await stage.topic({}, 4);
    // The client's partitioner chooses the partition by key, so both brokers store a record in the same partition.
    await produce(stage, topic, []);
    const read = await consumeTogether(stage, topic, strategy);
    const settings = ['-X', 'auto.offset.reset=earliest', '-X', `partition.assignment.strategy=${strategy}`];
    const again = await kcat(stage, ['-G', `${stage.id}-kcat`, '-e', '-q', ...settings, topic]);
    return { read, again };
  },
}));

export const kcatCases: readonly Case[] = [
  ...codecs,
  ...groups,
  {
    name: 'kcat as an idempotent producer, and offsets by time',
    async run(stage) {
      const topic = await stage.topic();
      await produce(stage, topic, ['-X', 'enable.idempotence=true']);
      const read = await kcat(stage, ['-t', topic, ...READ]);
      const query = async (time: number) => {
        const answer = await kcat(stage, ['-Q', '-t', `${topic}:0:${time}`]);
        return answer.map((line) => line.slice(line.indexOf('offset')));
      };
      return { read, offsets: [await query(-1), await query(-2), await query(1)] };
    },
  },
  {
    name: 'kcat with an unknown topic',
    async run(stage) {
      const failure: unknown = await kcat(stage, ['-t', `${stage.id}-nowhere`, ...READ]).catch(
        (error: unknown) => error,
      );
      return /Unknown topic or partition/i.test(String(failure));
    },
  },
];
