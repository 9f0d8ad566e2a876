import { type Admin, ConfigResourceTypes, type Kafka } from './client.ts';
import { withAdmin } from './admin.ts';
import type { KafkaConfig } from './config.ts';
import { ensureTopics } from './ensure-topics.ts';
import { configOf, mayGrow, partitionsOf, type Topic, TOPICS } from './topics.ts';

type Difference = { topic: string; setting: string; is: string; wanted: string };
type TopicCheck = { topics: number; created: string[]; differences: Difference[] };

/**
 * Creates the missing topics of the product, and compares all topics with the expected settings. Results are in the order of {@link
 * TOPICS}.
 */
export async function checkTopics(kafka: Kafka, config: KafkaConfig): Promise<TopicCheck> {
  const before = new Set(await withAdmin(kafka, (admin) => admin.listTopics()));
  const created = TOPICS.map(({ name }) => name).filter((name) => !before.has(name));
  await ensureTopics(kafka, config, created, 0);
  const differences = await withAdmin(kafka, (admin) => compare(admin, config));
  return { topics: TOPICS.length, created, differences };
}

async function compare(admin: Admin, config: KafkaConfig): Promise<Difference[]> {
  const names = TOPICS.map(({ name }) => name);
  const [{ topics }, { resources }] = await Promise.all([
    admin.fetchTopicMetadata({ topics: names }),
    admin.describeConfigs({
      includeSynonyms: false,
      resources: names.map((name) => ({ type: ConfigResourceTypes.TOPIC, name })),
    }),
  ]);
  return TOPICS.flatMap((topic) => {
    const partitions = topics.find(({ name }) => name === topic.name)?.partitions ?? [];
    const entries = resources.find(({ resourceName }) => resourceName === topic.name)?.configEntries ?? [];
    const settings = new Map(entries.map(({ configName, configValue }) => [configName, configValue]));
    const copies = Math.min(...partitions.map(({ replicas }) => replicas.length));
    const wanted = partitionsOf(topic, config);
    const hasEnough = mayGrow(topic) && partitions.length >= wanted;
    return [
      ...(hasEnough ? [] : differs(topic, 'partitions', String(partitions.length), String(wanted))),
      ...differs(topic, 'copies', String(copies), String(config.KAFKA_REPLICATION_FACTOR)),
      ...Object.entries(configOf(topic, config)).flatMap(([name, value]) =>
        differs(topic, name, settings.get(name) ?? 'not set', value),
      ),
    ];
  });
}

const differs = ({ name }: Topic, setting: string, is: string, wanted: string): Difference[] =>
  is === wanted ? [] : [{ topic: name, setting, is, wanted }];
