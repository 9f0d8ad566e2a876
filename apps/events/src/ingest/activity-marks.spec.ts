import { describe, expect, it } from '@jest/globals';
import { type Activity, markKey, newestOf } from '@portico/contracts/events/activity';
import { RESULTS } from '@portico/contracts/events/integration-event';
import { FIRST_DOOR_PARTITION } from '@portico/contracts/events/position';
import { NO_DERIVED } from '@portico/contracts/query/fields';
import fc from 'fast-check';
import { integrationEvent } from '@portico/testkit/integration-event';
import { AcceptedEvent } from '../judge/accepted-event.ts';
import { ActivityMarks, toActivity } from './activity-marks.ts';

const NOON = Date.UTC(2026, 0, 2, 12);

const stored = fc
  .record({
    source_id: fc.integer({ min: 1, max: 2 }),
    organization_id: fc.integer({ min: 1, max: 2 }),
    event_name: fc.constantFrom('paid', '1:paid'),
    result: fc.constantFrom(...RESULTS),
    subject: fc.constantFrom('', 'paid', '1'),
    late: fc.integer({ min: -20, max: 20 }),
    publishedAt: fc.integer({ min: NOON, max: NOON + 30 }),
  })
  .map(({ late, publishedAt, subject, ...changes }) => {
    const event = integrationEvent({ ...changes, timestamp: new Date(publishedAt - late).toISOString() });
    return new AcceptedEvent(event, { partition: 0, offset: 0 }, publishedAt, 0, '{}', { ...NO_DERIVED, subject });
  });
/** A batch of one process. An unacknowledged batch is published twice. After a process's last batch, a new process replaces it. */
const batch = fc.record({
  process: fc.nat(1),
  events: fc.array(stored, { maxLength: 6 }),
  isAcknowledged: fc.boolean(),
  isLast: fc.boolean(),
});

const isBySubject = (integration: number): boolean => integration === 2;
const integrations = { isBySubject, isOpen: () => true };
const ofMark = ({ event: { organization_id, source_id, event_name }, derived: { subject } }: AcceptedEvent) => ({
  organization_id,
  source_id,
  event_name,
  ...(isBySubject(source_id) && { subject }),
});

/** Removes the first failure. Merging the same records in another order may keep a different first failure. */
function withoutFirst(activity: Activity): Activity {
  const { first_failure: _, ...record } = activity;
  return record;
}

const fold = (records: readonly Activity[]): Map<string, Activity> => {
  const folded = new Map<string, Activity>();
  for (const record of records.map(withoutFirst)) {
    const key = markKey(record);
    const known = folded.get(key);
    folded.set(key, known ? newestOf(known, record) : record);
  }
  return folded;
};

/** Computes the expected content of the activity topic from the definition of each mark. */
const expected = (events: readonly AcceptedEvent[]): Map<string, unknown> => {
  const newest = (moments: number[]): string | null =>
    moments.length === 0 ? null : new Date(Math.max(...moments)).toISOString();
  return new Map(
    [...Map.groupBy(events, (one) => markKey(ofMark(one)))].map(([key, of]) => {
      const at = (result: string) =>
        of
          .filter(({ event }) => event.result === result)
          .map(({ event, publishedAt }) => Math.min(Date.parse(event.timestamp), publishedAt));
      const [one] = of;
      return [
        key,
        {
          ...(one && ofMark(one)),
          newest_success: newest(at('SUCCESS')),
          newest_failure: newest(at('FAILURE')),
          newest_arrival: newest(of.map(({ publishedAt }) => publishedAt)) ?? '',
          counts: [],
        },
      ];
    }),
  );
};

describe('activity marks', () => {
  it('contain the newest times of the stored events, even if their records are merged in any order and repeatedly', async () => {
    const property = fc.asyncProperty(
      fc.array(batch, { maxLength: 8 }),
      fc.infiniteStream(fc.nat()),
      fc.integer({ min: 1, max: 4 }),
      async (batches, numbers, limit) => {
        const processes = [new ActivityMarks(integrations, limit), new ActivityMarks(integrations, limit)];
        const topic: Activity[] = [];
        for (const { process, events, isAcknowledged, isLast } of batches) {
          const marks = processes[process];
          if (!marks) continue;
          const publish = async () => {
            const grown = await marks.grown(events);
            topic.push(...grown.map(toActivity));
            return grown;
          };
          if (!isAcknowledged) await publish();
          marks.note(await publish());
          if (isLast) processes[process] = new ActivityMarks(integrations, limit);
        }
        const more = numbers.next().value ?? 0;
        const some = topic.filter((_, index) => (index + more) % 3 === 0);
        const shuffled = [...topic, ...some]
          .map((record) => ({ record, at: numbers.next().value ?? 0 }))
          .toSorted((a, b) => a.at - b.at);
        const all = batches.flatMap(({ events }) => events);
        expect(fold(shuffled.map(({ record }) => record))).toEqual(expected(all));
      },
    );
    await fc.assert(property, { numRuns: 300 });
  });

  it('ignore events from the shared topic, unless the integration trusts the shared topic', async () => {
    const marks = new ActivityMarks({ isBySubject, isOpen: (integration) => integration === 2 });
    const names = async (source_id: number, partition: number): Promise<number[]> => {
      const event = integrationEvent({ source_id });
      const grown = await marks.grown([new AcceptedEvent(event, { partition, offset: 0 }, NOON, 0, '{}')]);
      return grown.map((mark) => mark.source_id);
    };
    expect(await names(1, 5)).toEqual([]);
    expect(await names(1, FIRST_DOOR_PARTITION)).toEqual([1]);
    expect(await names(2, 5)).toEqual([2]);
    expect(await names(2, FIRST_DOOR_PARTITION)).toEqual([2]);
  });

  it('contain the earliest failure after the newest known success, with the first 2,000 characters of its message', async () => {
    const marks = new ActivityMarks(integrations);
    const at = (second: number, result: 'SUCCESS' | 'FAILURE'): AcceptedEvent => {
      const timestamp = new Date(NOON + second * 1_000).toISOString();
      const event = integrationEvent({
        id: `at-${second}`,
        timestamp,
        result,
        severity_text: 'FATAL',
        details: { message: '😀'.repeat(1_500) },
      });
      return new AcceptedEvent(event, { partition: 0, offset: second }, NOON + 60_000, 0, '{}');
    };
    const firstOf = async (...events: AcceptedEvent[]) => {
      const grown = await marks.grown(events);
      marks.note(grown);
      return grown.map(({ first }) => first?.id);
    };
    expect(await firstOf(at(5, 'FAILURE'), at(1, 'FAILURE'), at(3, 'SUCCESS'), at(4, 'FAILURE'))).toEqual(['at-4']);
    expect(await firstOf(at(2, 'FAILURE'), at(6, 'FAILURE'))).toEqual(['at-6']);
    expect(await firstOf(at(7, 'SUCCESS'), at(6, 'FAILURE'))).toEqual([undefined]);
    const [mark] = await marks.grown([at(70, 'FAILURE')]);
    expect(mark?.first).toMatchObject({
      at: new Date(NOON + 60_000).toISOString(),
      timestamp: new Date(NOON + 70_000).toISOString(),
      severity: 'FATAL',
    });
    expect(mark?.first?.message).toHaveLength(2_000);
  });

  it('are published only when one of their times advances', async () => {
    const marks = new ActivityMarks(integrations);
    const at = (moment: number, publishedAt: number): AcceptedEvent => {
      const event = integrationEvent({ timestamp: new Date(moment).toISOString() });
      return new AcceptedEvent(event, { partition: 0, offset: 0 }, publishedAt, 0, '{}');
    };
    const first = await marks.grown([at(NOON + 60_000, NOON)]);
    expect(first).toMatchObject([{ success: NOON, failure: null, arrival: NOON }]);
    expect(await marks.grown([at(NOON, NOON)])).toHaveLength(1);
    marks.note(first);
    expect(await marks.grown([at(NOON, NOON)])).toEqual([]);
    expect(await marks.grown([at(NOON - 60_000, NOON + 1)])).toMatchObject([{ success: NOON, arrival: NOON + 1 }]);
  });
});
