import { describe, expect, it } from '@jest/globals';
import { integrationEvent } from '@portico/testkit/integration-event';
import { AcceptedEvent } from '../judge/accepted-event.ts';
import { Backlog } from './backlog.ts';

const liveEvent = (offset: number, bytes = 10): AcceptedEvent =>
  new AcceptedEvent(integrationEvent(), { partition: 0, offset }, 0, bytes, '{}');
const offsets = (rows: readonly AcceptedEvent[]): number[] => rows.map(({ position }) => position.offset);

describe('a backlog', () => {
  it("returns all queued rows and the viewer's position after them", () => {
    const backlog = new Backlog(new Map([[0, 1]]));
    backlog.add(liveEvent(2));
    const frame = backlog.take(
      new Map([
        [0, 5],
        [3, 9],
      ]),
    );
    expect(offsets(frame.rows)).toEqual([2]);
    expect(Object.fromEntries(frame.known)).toEqual({ 0: 5, 3: 9 });
    expect(backlog.isEmpty).toBe(true);
  });

  it('omits rows that the cursor covers, unless they are late', () => {
    const backlog = new Backlog(new Map([[0, 5]]));
    backlog.add(liveEvent(5));
    backlog.add(liveEvent(4), true);
    const { rows, known } = backlog.take(new Map([[0, 3]]));
    expect(offsets(rows)).toEqual([4]);
    expect(known.get(0)).toBe(5);
  });

  it("never moves the viewer's position past queued rows", () => {
    const backlog = new Backlog(new Map());
    for (let offset = 0; offset < 1_500; offset += 1) backlog.add(liveEvent(offset));
    const first = backlog.take(new Map([[0, 1_499]]));
    expect(first.known.get(0)).toBe(first.rows.length - 1);
    expect(backlog.isEmpty).toBe(false);
    const second = backlog.take(new Map([[0, 1_499]]));
    expect([...offsets(first.rows), ...offsets(second.rows)]).toEqual(
      Array.from({ length: 1_500 }, (_, index) => index),
    );
    expect(second.known.get(0)).toBe(1_499);
  });

  it.each([
    ['rows', { rows: 3, bytes: 1_000 }],
    ['bytes', { rows: 1_000, bytes: 30 }],
  ])('drops and counts the oldest rows beyond its limit of %s', (_, limits) => {
    const backlog = new Backlog(new Map(), limits);
    for (let offset = 0; offset < 10; offset += 1) backlog.add(liveEvent(offset));
    const frame = backlog.take(new Map());
    expect(frame).toMatchObject({ skipped: 7 });
    expect(offsets(frame.rows)).toEqual([7, 8, 9]);
    expect(backlog.take(new Map()).skipped).toBe(0);
  });
});
