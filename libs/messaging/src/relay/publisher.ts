import { type Kafka, ofTopic, type Producer, withAdmin } from '@portico/kafka';
import { isTracing, startSpan, Unavailable } from '@portico/service';
import { type Claim, fencedProducer } from './fenced-producer.ts';

type Row = { id: string; topic: string; traceparent: string | null };

/** Creates a span for each published row, as a child of the span that created the event. Creates no spans without tracing. */
class Sendings {
  private readonly spans = new Map<string, NonNullable<ReturnType<typeof startSpan>>>();
  private readonly given: ReadonlyMap<string, string>;

  constructor(rows: readonly Row[]) {
    const traced = rows.flatMap(({ id, traceparent }) => (traceparent === null ? [] : [[id, traceparent] as const]));
    this.given = new Map(traced);
    if (!isTracing()) return;
    for (const { id, topic, traceparent } of rows) {
      if (traceparent === null) continue;
      const attributes = { ...ofTopic(topic), 'messaging.operation.name': 'send', 'messaging.operation.type': 'send' };
      const span = startSpan(`send ${topic}`, { kind: 'producer', parent: traceparent, attributes });
      if (span) this.spans.set(id, span);
    }
  }

  /** Returns the trace header for a row's message. It names the span of publishing or, without tracing, the span stored in the row. */
  headersOf(id: string): { traceparent?: string } {
    const traceparent = this.spans.get(id)?.traceparent ?? this.given.get(id);
    return traceparent === undefined ? {} : { traceparent };
  }

  end(error?: unknown): void {
    for (const span of this.spans.values()) {
      if (error !== undefined) span.fail(error);
      span.end();
    }
  }
}

export type OutboxRow = { id: string; topic: string; key: string; value: string; traceparent: string | null };

/** Publishes rows in order during one tenure of the lease. */
export class Publisher {
  private readonly kafka: Kafka;
  private readonly producer: Producer;
  /** Log end offset at the start of this tenure, by `topic/partition`, for the topics in `topics`. */
  private readonly ends = new Map<string, bigint>();
  private readonly topics = new Set<string>();

  constructor(kafka: Kafka, claim: Claim) {
    this.kafka = kafka;
    this.producer = fencedProducer(kafka, claim);
  }

  connect(): Promise<void> {
    return this.producer.connect();
  }

  disconnect(): Promise<void> {
    return this.producer.disconnect();
  }

  /** @throws if Kafka may not have stored all rows. */
  async publish(rows: readonly OutboxRow[]): Promise<void> {
    const sendings = new Sendings(rows);
    try {
      await this.send(rows, sendings);
      sendings.end();
    } catch (error) {
      sendings.end(error);
      throw error;
    }
  }

  private async send(rows: readonly OutboxRow[], sendings: Sendings): Promise<void> {
    const byTopic = Map.groupBy(rows, (row) => row.topic);
    await this.readEnds([...byTopic.keys()]);
    const topicMessages = [...byTopic].map(([topic, messages]) => ({
      topic,
      messages: messages.map(({ id, key, value }) => ({
        key,
        value,
        headers: { 'content-type': 'application/cloudevents+json; charset=utf-8', ...sendings.headersOf(id) },
      })),
    }));
    for (const { topicName, partition, baseOffset } of await this.producer.sendBatch({ topicMessages, acks: -1 })) {
      const end = this.ends.get(`${topicName}/${partition}`);
      // After a database restore, an epoch may be used twice. Kafka then treats the batch as a duplicate and does not append it.
      if (baseOffset !== undefined && end !== undefined && BigInt(baseOffset) < end)
        throw new Unavailable(`${topicName}/${partition} did not append: the producer epoch was used before`);
    }
  }

  private async readEnds(topics: readonly string[]): Promise<void> {
    const unread = topics.filter((topic) => !this.topics.has(topic));
    if (unread.length === 0) return;
    await withAdmin(this.kafka, async (admin) => {
      for (const topic of unread) {
        for (const { partition, high } of await admin.fetchTopicOffsets(topic))
          this.ends.set(`${topic}/${partition}`, BigInt(high));
        this.topics.add(topic);
      }
    });
  }
}
