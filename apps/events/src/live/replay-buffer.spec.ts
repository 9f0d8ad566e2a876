import { describe, expect, it } from '@jest/globals';
import { integrationEvent } from '@portico/testkit/integration-event';
import { identityOf } from '@portico/contracts/events/event-identity';
import { RESULTS, SEVERITIES } from '@portico/contracts/events/integration-event';
import { MAX_EPOCH, placeOf } from '@portico/contracts/events/position';
import { DERIVED_FIELDS, forFields } from '@portico/contracts/query/fields';
import fc from 'fast-check';
import { Directory } from '../directory/directory.ts';
import { toJudgedMessage } from '../judge/judged-message.ts';
import { AcceptedEvent } from '../judge/accepted-event.ts';
import { ReplayBuffer } from './replay-buffer.ts';
import { RowBlock } from './row-block.ts';

const liveEvent = (partition: number, offset: number, bytes = 10): AcceptedEvent =>
  new AcceptedEvent(integrationEvent({ id: `${partition}:${offset}` }), { partition, offset }, 0, bytes, '{}');
const everything = () => true;
const idsAfter = (replay: ReplayBuffer, ...cursor: [number, number][]): string[] =>
  replay.after(new Map(cursor), everything, 100).rows.map(({ block, row }) => block.read(row).event.id);
/** A buffer with limited blocks and rows per block. */
const limited = (blocks: number, rows: number): ReplayBuffer => {
  const block = { rows, bytes: 1_000 };
  return new ReplayBuffer(new Map(), { bytes: blocks * new RowBlock(rows, block.bytes).bytes, block });
};

describe('the replay buffer', () => {
  it('returns rows after a cursor, in order of arrival', () => {
    const replay = new ReplayBuffer(new Map([[0, 4]]));
    for (const row of [liveEvent(0, 5), liveEvent(1, 0), liveEvent(0, 6)]) replay.add(row);
    expect(idsAfter(replay, [0, 4])).toEqual(['0:5', '1:0', '0:6']);
    expect(idsAfter(replay, [0, 5], [1, 0])).toEqual(['0:6']);
  });

  it('covers cursors at and after its start', () => {
    const replay = new ReplayBuffer(new Map([[0, 4]]));
    expect(replay.covers(new Map([[0, 4]]))).toBe(true);
    expect(replay.covers(new Map([[0, 3]]))).toBe(false);
    expect(replay.covers(new Map())).toBe(false);
    expect(new ReplayBuffer(new Map()).covers(new Map())).toBe(true);
  });

  it('drops the oldest rows, and does not cover cursors before the last dropped row', () => {
    const replay = limited(3, 1);
    for (let offset = 0; offset < 10; offset += 1) replay.add(liveEvent(0, offset));
    expect(idsAfter(replay)).toEqual(['0:7', '0:8', '0:9']);
    expect(replay.covers(new Map([[0, 6]]))).toBe(true);
    expect(replay.covers(new Map([[0, 5]]))).toBe(false);
    expect(replay.missing(new Map([[0, 2]]))).toBe(4);
  });

  it('counts missing rows only in the current log', () => {
    const [epoch, last] = [3, 1_000];
    const replay = new ReplayBuffer(
      new Map([
        [0, placeOf(epoch, 9)],
        [1, placeOf(epoch, 0) - 1],
        [2, 4],
      ]),
    );
    const cursor = (...places: number[]) => new Map(places.map((place, partition) => [partition, place]));
    expect(replay.missing(cursor(last, last, last))).toBe(10);
    expect(replay.missing(cursor(placeOf(epoch, 0) - 1, placeOf(epoch, 0) - 1, 2))).toBe(12);
    expect(replay.missing(cursor(placeOf(epoch, 4), placeOf(epoch, 4), 4))).toBe(5);
    expect(replay.missing(new Map())).toBe(15);
  });

  it('drops whole blocks, and then covers cursors from the last dropped row of each partition on', () => {
    const replay = limited(2, 4);
    for (let offset = 0; offset < 5; offset += 1)
      for (const partition of [0, 1]) replay.add(liveEvent(partition, offset));
    expect(idsAfter(replay)).toEqual(['0:2', '1:2', '0:3', '1:3', '0:4', '1:4']);
    expect(
      replay.covers(
        new Map([
          [0, 1],
          [1, 1],
        ]),
      ),
    ).toBe(true);
    expect(
      replay.covers(
        new Map([
          [0, 1],
          [1, 0],
        ]),
      ),
    ).toBe(false);
  });

  it('limits its memory even if its rows are long', () => {
    const replay = limited(3, 100);
    const long = (offset: number) => {
      const { event, position } = liveEvent(0, offset);
      return new AcceptedEvent(event, position, 0, 900, JSON.stringify({ message: 'x'.repeat(800) }));
    };
    for (let offset = 0; offset < 9; offset += 1) replay.add(long(offset));
    expect(idsAfter(replay)).toEqual(['0:6', '0:7', '0:8']);
  });

  it('keeps a row that is longer than a block', () => {
    const replay = limited(2, 4);
    const details = JSON.stringify({ message: 'x'.repeat(5_000) });
    replay.add(new AcceptedEvent(integrationEvent({ id: 'long' }), { partition: 0, offset: 0 }, 0, 5_300, details));
    expect(idsAfter(replay)).toEqual(['long']);
    replay.add(liveEvent(0, 1));
    expect(idsAfter(replay)).toEqual(['0:1']);
    expect(replay.covers(new Map([[0, 0]]))).toBe(true);
    expect(replay.covers(new Map())).toBe(false);
  });

  it('returns a late row only for cursors before the position of the row, and still covers these cursors', () => {
    const replay = limited(3, 2);
    for (const offset of [0, 1, 3, 4, 2, 5]) replay.add(liveEvent(0, offset));
    expect(idsAfter(replay, [0, 1])).toEqual(['0:3', '0:4', '0:2', '0:5']);
    expect(idsAfter(replay, [0, 2])).toEqual(['0:3', '0:4', '0:5']);
    replay.add(liveEvent(0, 6));
    expect(replay.covers(new Map([[0, 1]]))).toBe(true);
  });

  it('returns the last rows up to a limit, and the number of omitted rows', () => {
    const replay = new ReplayBuffer(new Map());
    for (let offset = 0; offset < 10; offset += 1) replay.add(liveEvent(0, offset));
    const { rows, more } = replay.after(new Map([[0, 1]]), (block, row) => (block.offset[row] ?? 0) % 2 === 0, 3);
    expect(rows.map(({ block, row }) => block.offset[row])).toEqual([4, 6, 8]);
    expect(more).toBe(1);
  });

  it('returns each event as accepted, even after its input buffer was reused', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((some) => some.length <= 64);
    const fields = fc.record({
      id: text,
      source_type: text,
      event_name: text,
      result: fc.constantFrom(...RESULTS),
      severity_text: fc.constantFrom(...SEVERITIES),
      trace_id: fc.stringMatching(/^[0-9a-f]{32}$/),
      details: fc.record({
        message: fc.string({ unit: 'grapheme' }),
        more: fc.jsonValue(),
        ...forFields(DERIVED_FIELDS, () => fc.string({ unit: 'grapheme', maxLength: 130 })),
      }),
      source_id: fc.constantFrom(1, 2_147_483_647),
    });
    fc.assert(
      fc.property(fc.uniqueArray(fields, { selector: identityOf, maxLength: 20 }), (some) => {
        const directory = new Directory();
        const now = Date.now();
        for (const id of [1, 2_147_483_647])
          directory.applyIntegration({ id, version: 1, deletedAt: null, name: 'a', active: true, organizationId: 1 });
        const replay = new ReplayBuffer(new Map());
        const values = some.map((change) => Buffer.from(JSON.stringify(integrationEvent(change))));
        const accepted = values.map((value, offset) => {
          const message = {
            key: null,
            value,
            headers: {},
            timestamp: String(now),
            offset: String(offset),
            attributes: 0,
          };
          const judged = toJudgedMessage(
            { partition: 999_999, offset: placeOf(MAX_EPOCH, offset) },
            message,
            directory,
          );
          if (!judged.verdict.ok) throw new Error(judged.verdict.rejection.reason);
          const row = judged.verdict;
          replay.add(row);
          return { ...row.event, at: row.position, text: row.toText(directory), bytes: value.length };
        });
        for (const value of values) value.fill(0);
        const read = replay.after(new Map(), everything, 100).rows.map(({ block, row }) => block.read(row));
        expect(
          read.map((row) => ({ ...row.event, at: row.position, text: row.toText(directory), bytes: row.bytes })),
        ).toEqual(accepted);
      }),
    );
  });

  it('does not cover cursors before skipped rows', () => {
    const replay = new ReplayBuffer(new Map());
    replay.forget(0, 7);
    replay.add(liveEvent(0, 8));
    expect(replay.covers(new Map([[0, 7]]))).toBe(true);
    expect(replay.covers(new Map([[0, 6]]))).toBe(false);
    expect(replay.covers(new Map())).toBe(false);
  });

  it('omits the repetition of an event that was published twice', () => {
    const replay = new ReplayBuffer(new Map());
    const event = integrationEvent();
    expect(replay.add(new AcceptedEvent(event, { partition: 0, offset: 0 }, 0, 1, '{}'))).toBe(true);
    expect(replay.add(new AcceptedEvent(event, { partition: 0, offset: 1 }, 0, 1, '{}'))).toBe(false);
  });

  it('keeps both events when two integrations use the same id', () => {
    const replay = new ReplayBuffer(new Map());
    for (const [offset, source_id] of [1, 2, 1].entries()) {
      const event = integrationEvent({ id: 'run', source_id });
      expect(replay.add(new AcceptedEvent(event, { partition: 0, offset }, 0, 1, '{}'))).toBe(offset < 2);
    }
    expect(idsAfter(replay)).toEqual(['run', 'run']);
  });

  it('omits a duplicate even after the first event was dropped', () => {
    const replay = limited(1, 1);
    for (let offset = 0; offset < 5; offset += 1) replay.add(liveEvent(0, offset));
    expect(
      replay.add(new AcceptedEvent(integrationEvent({ id: '0:0' }), { partition: 0, offset: 5 }, 0, 1, '{}')),
    ).toBe(false);
    expect(idsAfter(replay)).toEqual(['0:4']);
    replay.remember(identityOf(liveEvent(0, 9).event));
    expect(replay.add(liveEvent(0, 9))).toBe(false);
  });
});
