import { beforeAll, describe, expect, it } from '@jest/globals';
import { RESULTS, SEVERITIES } from '@portico/contracts/events/integration-event';
import { integrationEvent } from '@portico/testkit/integration-event';
import { NO_DERIVED } from '@portico/contracts/query/fields';
import fc from 'fast-check';
import { ofOrganizations } from '../directory/directory.ts';
import { matches } from '../table/filter/predicate.ts';
import { NO_FILTER, type ResolvedFilter } from '../table/filter/resolve.ts';
import type { ResolvedQuery } from '../table/filter/resolved-query.ts';
import { AcceptedEvent } from '../judge/accepted-event.ts';
import { countMissed, isCountable, lastRows, MAX_PARSED, MAX_REPLAY, missedRows } from './missed-rows.ts';
import { ReplayBuffer } from './replay-buffer.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();
const filterBy = (query: ResolvedQuery): ResolvedFilter => ({ ...NO_FILTER, where: [query] });
const search = (needle: string): ResolvedFilter => filterBy({ kind: 'text', needle });
const START = new Map<number, number>();
const offsetsOf = (rows: readonly AcceptedEvent[] | null) => rows?.map(({ position }) => position.offset);

describe('the rows that a viewer missed', () => {
  it('are all rows after the cursor that match the filter, for any filter', () => {
    const number = fc.integer({ min: 1, max: 3 });
    const text = fc.constantFrom('pay', 'bank', 'run', 'Straße');
    const message = fc.constantFrom('Paid', 'a "quoted" word', 'line\nbreak', 'ΟΔΟΣ');
    const row = fc.record({
      source_id: number,
      organization_id: number,
      source_type: text,
      event_name: text,
      result: fc.constantFrom(...RESULTS),
      severity_text: fc.constantFrom(...SEVERITIES),
      timestamp: fc.nat(5).map(at),
      details: fc.record({ message }),
      trace_id: fc.constantFrom('a'.repeat(32), 'b'.repeat(32)),
    });
    const subject = fc.constantFrom('', 'order 7', 'Straße');
    const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { freq: 1 });
    const exact = (column: 'source_type' | 'event_name' | 'trace_id' | 'subject', value: fc.Arbitrary<string>) =>
      fc.record({ kind: fc.constant('exact' as const), column: fc.constant(column), value });
    const choice = (column: 'result' | 'severity_text', value: fc.Arbitrary<string>) =>
      fc.record({ kind: fc.constant('choice' as const), column: fc.constant(column), values: fc.uniqueArray(value) });
    const { query } = fc.letrec<{ query: ResolvedQuery }>((tie) => ({
      query: fc.oneof(
        { maxDepth: 2, withCrossShrink: true },
        fc.oneof(
          fc.record({
            kind: fc.constant('text' as const),
            needle: fc.constantFrom('PAY', 'N', 'BBB', 'STRASS', 'D "Q', 'E\nB', 'ΔΟΣ', 'MESSAGE'),
          }),
          choice('result', fc.constantFrom(...RESULTS)),
          choice('severity_text', fc.constantFrom(...SEVERITIES)),
          exact('source_type', text),
          exact('event_name', text),
          exact('trace_id', fc.constantFrom('a'.repeat(32))),
          exact('subject', subject),
          fc.record({
            kind: fc.constant('ids' as const),
            column: fc.constantFrom('source_id' as const, 'organization_id' as const),
            ids: fc.uniqueArray(number).map((some) => new Set(some)),
          }),
        ),
        fc.record({ kind: fc.constant('not' as const), of: tie('query') }),
        fc.record({
          kind: fc.constantFrom('and' as const, 'or' as const),
          of: fc.array(tie('query'), { minLength: 1, maxLength: 2 }),
        }),
      ),
    }));
    const filter = fc.record({
      from: maybe(fc.nat(5).map(at)),
      to: maybe(fc.nat(5).map(at)),
      scope: fc.oneof(
        fc.constant('every' as const),
        fc.record({
          organizations: fc.uniqueArray(number).map((some) => new Set(some)),
          integrations: fc.array(fc.tuple(number, number)).map((some) => new Map(some)),
        }),
      ),
      where: fc.array(query, { maxLength: 3 }),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(row, subject), { maxLength: 30 }), filter, fc.nat(20), (some, tested, known) => {
        const replay = new ReplayBuffer(START);
        const rows = some.map(([change, about], offset) => {
          const event = integrationEvent({ id: `event ${offset}`, ...change });
          return new AcceptedEvent(event, { partition: 0, offset }, 0, 300, JSON.stringify(event.details), {
            ...NO_DERIVED,
            subject: about,
          });
        });
        for (const one of rows) replay.add(one);
        const cursor = new Map([[0, known]]);
        const expected = rows.filter((one) => one.position.offset > known && matches(tested, one));
        expect(offsetsOf(missedRows(replay, cursor, tested))).toEqual(offsetsOf(expected));
        expect(offsetsOf(lastRows(replay, cursor, tested).rows)).toEqual(offsetsOf(expected));
        expect(countMissed(replay, cursor, tested)).toEqual({
          arrived: expected.length,
          failed: expected.filter(({ event }) => event.result === 'FAILURE').length,
        });
      }),
    );
  });

  describe('in a large replay buffer', () => {
    const ROWS = MAX_PARSED + 4_000;
    const replay = new ReplayBuffer(START);
    const from = (rest: number) => new Map([[0, ROWS - rest - 1]]);

    beforeAll(() => {
      for (let offset = 0; offset < ROWS; offset += 1) {
        const event = integrationEvent({
          id: `event ${offset}`,
          organization_id: offset % 1_000 === 0 ? 2 : 1,
          result: offset % 2 === 0 ? 'FAILURE' : 'SUCCESS',
        });
        replay.add(new AcceptedEvent(event, { partition: 0, offset }, 0, 300, JSON.stringify(event.details)));
      }
    });

    it('are null if they are too many to send again', () => {
      expect(missedRows(replay, from(MAX_REPLAY), NO_FILTER)).toHaveLength(MAX_REPLAY);
      expect(missedRows(replay, from(MAX_REPLAY + 1), NO_FILTER)).toBeNull();
      expect(missedRows(replay, from(MAX_REPLAY + 1), search('PAYRUN'))).toBeNull();
    });

    it('include all rows of one organization among many rows of another', () => {
      expect(missedRows(replay, START, { ...NO_FILTER, scope: ofOrganizations([2]) })).toHaveLength(ROWS / 1_000);
    });

    it('are null if too many rows would have to be parsed', () => {
      expect(missedRows(replay, from(MAX_PARSED), search('NOTHING'))).toEqual([]);
      expect(missedRows(replay, from(MAX_PARSED + 1), search('NOTHING'))).toBeNull();
      expect(countMissed(replay, from(MAX_PARSED + 1), search('NOTHING'))).toBeNull();
      expect(isCountable(replay, from(MAX_PARSED + 1), search('NOTHING'))).toBe(false);
      expect(isCountable(replay, from(MAX_PARSED), search('NOTHING'))).toBe(true);
    });

    it('are counted without parsing if the columns suffice', () => {
      expect(countMissed(replay, START, NO_FILTER)).toEqual({ arrived: ROWS, failed: ROWS / 2 });
      const successes = filterBy({ kind: 'choice', column: 'result', values: ['SUCCESS'] });
      expect(countMissed(replay, START, successes)).toEqual({ arrived: ROWS / 2, failed: 0 });
    });

    it('are the last rows and the number of omitted rows if the list lags behind', () => {
      const { rows, skipped } = lastRows(replay, START, NO_FILTER);
      expect(rows).toHaveLength(MAX_PARSED);
      expect(rows.at(-1)?.position.offset).toBe(ROWS - 1);
      expect(skipped).toBe(ROWS - MAX_PARSED);
    });
  });
});
