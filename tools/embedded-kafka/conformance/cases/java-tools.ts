import type { Installation } from '../../apache/index.ts';
import { batch } from '../../test/support.ts';
import { javaTool } from '../command.ts';
import type { Case, Stage } from '../target.ts';

const lines = Array.from({ length: 20 }, (_, i) => `k${i}:value ${i}`);

/** Returns the lines about this case's topics and groups, without ids, hosts and addresses, because these differ between brokers. */
function comparable(found: readonly string[], { id, port }: Stage): string[] {
  return found
    .filter((line) => line.includes(id))
    .map((line) =>
      line
        .replaceAll(id, 'ID')
        .replaceAll(String(port), 'PORT')
        .replaceAll(/TopicId: \S+/g, 'TopicId')
        // Omits Elr, which only exists in clusters, and settings that one of the two reports as the broker's.
        .replaceAll(/\s*Elr:.*$/g, '')
        .replaceAll(/(min\.insync\.replicas=1,|,message\.timestamp\.type=LogAppendTime)/g, '')
        .replaceAll(/(console-consumer|consumer-ID\S*)-[\w-]+/g, 'MEMBER')
        .replaceAll(/\s+/g, ' ')
        .trim(),
    )
    .toSorted();
}

/** Apache Kafka's unmodified console tools. Each tool starts a Java virtual machine, so one case tests several things. */
export const javaToolCases = (installation: () => Installation): readonly Case[] => {
  const tool = (stage: Stage, name: Parameters<typeof javaTool>[1], args: readonly string[], input?: string) =>
    javaTool(installation(), name, ['--bootstrap-server', `localhost:${stage.port}`, ...args], input);
  const produce = (stage: Stage, topic: string, codec: string) => {
    const properties = ['--property', 'parse.key=true', '--property', 'key.separator=:'];
    const settings = ['--compression-codec', codec, '--request-required-acks', 'all'];
    return tool(
      stage,
      'kafka-console-producer',
      ['--topic', topic, ...settings, ...properties],
      `${lines.join('\n')}\n`,
    );
  };
  const consume = (stage: Stage, topic: string, group: string, assignor: string) => {
    const properties = ['--property', 'print.key=true', '--property', 'print.offset=true'];
    const strategy = `partition.assignment.strategy=org.apache.kafka.clients.consumer.${assignor}`;
    const args = ['--from-beginning', '--max-messages', String(lines.length), '--group', group];
    return tool(stage, 'kafka-console-consumer', [
      '--topic',
      topic,
      ...args,
      ...properties,
      '--consumer-property',
      strategy,
    ]);
  };
  const roundTrips: Case[] = [
    ['gzip', 'RangeAssignor'],
    ['snappy', 'CooperativeStickyAssignor'],
    ['lz4', 'StickyAssignor'],
    ['zstd', 'RoundRobinAssignor'],
  ].map(([codec = '', assignor = '']) => ({
    name: `Java tools that produce with ${codec} and consume as a group with ${assignor}`,
    async run(stage) {
      const topic = await stage.topic({ 'cleanup.policy': 'compact' });
      await produce(stage, topic, codec);
      return consume(stage, topic, `${stage.id}-java`, assignor);
    },
  }));
  const groups: Case = {
    name: 'Java tools that list the offsets of a topic and describe a group',
    async run(stage) {
      const topic = await stage.topic();
      const group = `${stage.id}-java`;
      await stage.produce({ topic }, batch(['one', 'two', 'three']));
      const admin = stage.kafka.admin();
      await admin.connect();
      await admin.setOffsets({ groupId: group, topic, partitions: [{ partition: 0, offset: '2' }] });
      await admin.disconnect();
      const offsets = await tool(stage, 'kafka-get-offsets', ['--topic', topic]);
      const described = await tool(stage, 'kafka-consumer-groups', ['--describe', '--group', group, '--offsets']);
      return { offsets: comparable(offsets, stage), described: comparable(described, stage) };
    },
  };
  const topics: Case = {
    name: 'Java tools that create, alter, describe and delete topics',
    async run(stage) {
      const name = `${stage.id}-made`;
      const settings = ['--partitions', '2', '--config', 'cleanup.policy=compact', '--config', 'retention.ms=5000'];
      const answers = [await tool(stage, 'kafka-topics', ['--create', '--topic', name, ...settings])];
      answers.push(await tool(stage, 'kafka-topics', ['--alter', '--topic', name, '--partitions', '3']));
      answers.push(await tool(stage, 'kafka-topics', ['--describe', '--topic', name]));
      answers.push(await tool(stage, 'kafka-topics', ['--delete', '--topic', name]));
      return answers.map((found) => comparable(found, stage));
    },
  };
  return [...roundTrips, groups, topics];
};
