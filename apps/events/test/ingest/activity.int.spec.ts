import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  Activity,
  ACTIVITY_TOPIC,
  activityKey,
  highestOf,
  markKey,
  type MinuteCount,
  newestOf,
} from '@portico/contracts/events/activity';
import { INTEGRATION_EVENTS_TOPIC, type IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { EventRow } from '@portico/contracts/http/events';
import { withAdmin } from '@portico/kafka';
import { type Call, eventually, everyEvent, read, readTopic, type Received } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import { INGEST_GROUP } from '../../src/logs/topic-offsets.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';

jest.setTimeout(90_000);

const HOUR = 60 * 60 * 1_000;
const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString();
/** Returns the fields that identify an event's activity record. Only integration 2 has separate records by subject. */
const ofMark = ({ organization_id, source_id, event_name, subject }: EventRow) => ({
  organization_id,
  source_id,
  event_name,
  ...(source_id === 2 && { subject }),
});
const earlier = (a: string, b: string): string => (a < b ? a : b);

describe('the activity topic', () => {
  let stack: EventsStack;
  let service: Awaited<ReturnType<EventsStack['start']>>;
  let admin: Call;
  let topic: { received: Received[]; stop: () => Promise<void> };

  beforeAll(async () => {
    stack = await startEventsStack();
    service = await stack.start();
    admin = await stack.furnish();
    await stack.publisher.integration(2, { name: 'banking', organizationId: 2, episodesBySubject: true });
    await stack.publisher.integration(3, { name: 'known' });
    await eventually(async () => JSON.stringify((await admin('GET', '/events')).body).includes('known'));
    topic = await readTopic(ACTIVITY_TOPIC, stack.kafka);
  });
  afterAll(async () => {
    await topic?.stop();
    await stack?.stop();
  });

  const records = (from: number): Activity[] =>
    topic.received.slice(from).map(({ key, value }) => {
      const record = Activity.parse(JSON.parse(value ?? ''));
      expect(key).toBe(activityKey(record));
      return record;
    });
  /** Merges the topic's records from index `from` on into one activity per key. */
  const publishedMarks = (from = 0): Map<string, Activity> => {
    const folded = new Map<string, Activity>();
    for (const { counts: _, first_failure: __, ...record } of records(from)) {
      const known = folded.get(markKey(record));
      folded.set(markKey(record), known ? newestOf(known, record) : record);
    }
    return folded;
  };
  /** Computes the expected activity from the list of events. */
  const listed = async (): Promise<Map<string, Activity>> => {
    const newest = (rows: readonly EventRow[], result: string): string | null =>
      rows
        .filter((row) => row.result === result)
        .map(({ timestamp, published_at }) => earlier(timestamp, published_at))
        .toSorted()
        .at(-1) ?? null;
    return new Map(
      [...Map.groupBy(await everyEvent(admin), (row) => markKey(ofMark(row)))].map(([key, rows]) => {
        const last = rows.reduce((a, b) => (a.published_at > b.published_at ? a : b));
        const [newest_success, newest_failure] = [newest(rows, 'SUCCESS'), newest(rows, 'FAILURE')];
        return [key, { ...ofMark(last), newest_success, newest_failure, newest_arrival: last.published_at }];
      }),
    );
  };
  type Kinds = readonly (readonly [string, readonly MinuteCount[]])[];
  /** Returns the counts of the last hour. Older counts depend on batches, and no threshold spans more than an hour. */
  const lastHour = (counts: readonly MinuteCount[]): readonly MinuteCount[] => {
    const newest = Math.max(...counts.map(({ minute }) => Date.parse(minute)));
    return counts.filter(({ minute }) => Date.parse(minute) >= newest - HOUR);
  };
  const sorted = (kinds: Kinds): string[] =>
    kinds
      .flatMap(([key, counts]) => lastHour(highestOf(counts)).map((count) => JSON.stringify([key, count])))
      .toSorted((a, b) => (a < b ? -1 : 1));
  const counted = (from: number): unknown =>
    sorted(
      [...Map.groupBy(records(from), activityKey)].map(([key, of]) => [key, of.flatMap(({ counts }) => counts ?? [])]),
    );
  const listedCounts = async (): Promise<unknown> => {
    /** Returns the minute of arrival, or the minute of the timestamp for an event that is more than ten minutes late. */
    const minuteOf = ({ timestamp, published_at }: EventRow): string => {
      const isLate = Date.parse(timestamp) < Date.parse(published_at) - 10 * 60_000;
      return `${(isLate ? timestamp : published_at).slice(0, 16)}:00.000Z`;
    };
    const kinds = Map.groupBy(await everyEvent(admin), activityKey);
    return sorted(
      [...kinds].map(([key, rows]) => {
        const minutes = Map.groupBy(rows, (row) => `${row.position.partition} ${minuteOf(row)}`);
        const counts = [...minutes.values()].flatMap((of) => {
          const [row] = of;
          const failures = of.filter(({ result }) => result === 'FAILURE').length;
          return row ? [{ partition: row.position.partition, minute: minuteOf(row), total: of.length, failures }] : [];
        });
        return [key, counts];
      }),
    );
  };
  const agree = async (from = 0): Promise<void> => {
    const expected = await listed();
    const expectedCounts = await listedCounts();
    await eventually(() => {
      expect(publishedMarks(from)).toEqual(expected);
      expect(counted(from)).toEqual(expectedCounts);
      return true;
    }, 30_000);
  };
  const publish = async (...events: IntegrationEvent[]): Promise<void> => {
    const before = (await read<{ count: number }>(admin, '/events')).count;
    await stack.publisher.publish(...events);
    const isListed = async () => (await read<{ count: number }>(admin, '/events')).count === before + events.length;
    await eventually(isListed, 30_000);
  };
  const ofBanking = (timestamp: string, subject?: string): IntegrationEvent =>
    integrationEvent({
      source_id: 2,
      organization_id: 2,
      event_name: 'paid',
      timestamp,
      details: { message: '', subject },
    });
  const acme = (changes: Partial<IntegrationEvent> = {}): IntegrationEvent =>
    integrationEvent({ event_name: 'paid', ...changes });

  it('contains the newest success, failure and arrival of each kind of event', async () => {
    await publish(
      acme({ timestamp: ago(HOUR) }),
      acme({ timestamp: ago(2 * HOUR) }),
      acme({ timestamp: ago(3 * HOUR), result: 'FAILURE' }),
      acme({ timestamp: ago(4 * HOUR), event_name: 'sent: late' }),
      ofBanking(ago(HOUR)),
      ofBanking(ago(HOUR), 'order 7'),
    );
    await agree();
    expect([...publishedMarks().keys()].toSorted()).toEqual([
      '0//2:2:paid',
      '1:1:paid',
      '1:1:sent: late',
      '7/order 7/2:2:paid',
    ]);
    expect(publishedMarks().get('1:1:sent: late')).toMatchObject({ newest_failure: null });
  });

  it('keeps the newest success after a late event, and uses the arrival time if a timestamp is ahead', async () => {
    await publish(acme({ timestamp: ago(-4 * 60_000) }));
    await agree();
    const { newest_success: before, newest_arrival: arrival } = publishedMarks().get('1:1:paid') ?? {};
    expect(before).toBe(arrival);
    await publish(acme({ timestamp: ago(48 * HOUR) }));
    await agree();
    expect(publishedMarks().get('1:1:paid')).toMatchObject({ newest_success: before });
    expect(publishedMarks().get('1:1:paid')?.newest_arrival).not.toBe(arrival);
  });

  it('contains the first failure after the last success', async () => {
    const failure = acme({ event_name: 'failed', result: 'FAILURE', severity_text: 'FATAL', timestamp: ago(HOUR) });
    await publish(acme({ event_name: 'failed', timestamp: ago(2 * HOUR) }), failure);
    await publish(acme({ event_name: 'failed', result: 'FAILURE', timestamp: ago(HOUR / 2) }));
    const firsts = () =>
      records(0).flatMap(({ event_name, first_failure: first }) => (first && event_name === 'failed' ? first : []));
    await eventually(() => firsts().length >= 2);
    const { id, trace_id, timestamp, severity_text: severity, details } = failure;
    expect(firsts()).toContainEqual({ id, trace_id, timestamp, at: timestamp, severity, message: details.message });
  });

  it('excludes rejected and repeated events', async () => {
    const [first] = await everyEvent(admin);
    const same = integrationEvent({ event_name: 'paid' });
    await publish(same);
    await agree();
    await stack.publisher.publish(
      same,
      { key: '1', value: JSON.stringify({ ...same, details: { message: 'other' } }) },
      {
        key: '1',
        value: JSON.stringify({ ...integrationEvent({ event_name: 'never' }), result: 'OK' }),
      },
    );
    await publish(acme({ event_name: 'after', id: `${first?.id}-after` }));
    await agree();
    expect([...publishedMarks().keys()]).not.toContain('1:1:never');
  });

  it('contains the events stored before a crash, although the ingest does not read them again', async () => {
    await agree();
    await service.stop();
    // Resets the committed offsets to the start of the topic, to simulate a crash before the first commit.
    await withAdmin(stack.kafka, async (kafka) => {
      const partitions = (await kafka.fetchTopicOffsets(INTEGRATION_EVENTS_TOPIC)).map(({ partition, low }) => ({
        partition,
        offset: low,
      }));
      await kafka.setOffsets({ groupId: INGEST_GROUP, topic: INTEGRATION_EVENTS_TOPIC, partitions });
    });
    const from = topic.received.length;
    service = await stack.start();
    await eventually(async () => (await admin('GET', '/events')).status === 200);
    await agree(from);
    await publish(acme({ timestamp: ago(24 * HOUR) }));
    await agree();
  });
});
