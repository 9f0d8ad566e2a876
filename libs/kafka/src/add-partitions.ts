import type { Kafka } from './client.ts';
import { withAdmin } from './admin.ts';
import { mayGrow, TOPICS } from './topics.ts';

type Wanted = { topic: string; partitions: number };

/** Parses `topic=number`. @throws Error with the expected format when `text` has another format. */
export function parseWanted(text: string): Wanted {
  const [, topic, number] = /^([\w.-]+)=([1-9]\d{0,3})$/.exec(text) ?? [];
  if (topic === undefined) throw new Error(`'${text}' should be of the form integration.events.v1=12`);
  return { topic, partitions: Number(number) };
}

/**
 * Adds partitions to a topic. Without `apply`, only reports the change. Returns lines to print.
 * @throws Error when the topic cannot have `partitions` partitions.
 */
export function addPartitions(kafka: Kafka, { topic, partitions }: Wanted, apply: boolean): Promise<string[]> {
  const known = TOPICS.find(({ name }) => name === topic);
  if (!known) throw new Error(`${topic} is not in the list of topics`);
  if (!mayGrow(known)) throw new Error(`${topic} keeps its partitions: its aggregates would move to other ones`);
  return withAdmin(kafka, async (admin) => {
    if (!(await admin.listTopics()).includes(topic)) throw new Error(`${topic} does not exist yet`);
    const { topics } = await admin.fetchTopicMetadata({ topics: [topic] });
    const count = topics.find(({ name }) => name === topic)?.partitions.length ?? 0;
    if (partitions < count) throw new Error(`${topic} has ${count} partitions, and Kafka cannot take any away`);
    if (partitions === count) return [`${topic}: has ${count} partitions, nothing to do`];
    if (apply) await admin.createPartitions({ topicPartitions: [{ topic, count: partitions }] });
    return [
      `${topic}: ${apply ? `now has ${partitions} partitions` : `would have ${partitions} partitions`} instead of ${count}`,
      '  From that moment a key may go to another partition: events of one key that were published before and after it',
      '  are in no order to each other. Publishers see the new partitions when they read the metadata again (Java and',
      '  kafkajs: within 5 minutes), Portico reads a new one within 15 s of its creation, from its first event.',
      ...(apply ? [] : ['  Nothing was changed: this was a dry run, repeat it with --apply.']),
    ];
  });
}
