import { describe, expect, it } from '@jest/globals';
import { integrationEvent } from '../../test/support/publisher.ts';
import { Arrived } from './live-event.ts';
import { Ring } from './replay-buffer.ts';

const arrived = (partition: number, offset: number, bytes = 10): Arrived =>
  new Arrived(integrationEvent({ id: `${partition}:${offset}` }), { partition, offset }, 0, bytes, '{}');
const idsAfter = (ring: Ring, ...cursor: [number, number][]): string[] =>
  ring.after(new Map(cursor)).map(({ event }) => event.id);

describe('Ring', () => {
  it('gives back what arrived after a cursor, in the order of arrival', () => {
    const ring = new Ring(new Map([[0, 4]]));
    for (const row of [arrived(0, 5), arrived(1, 0), arrived(0, 6)]) ring.add(row);
    expect(idsAfter(ring, [0, 4])).toEqual(['0:5', '1:0', '0:6']);
    expect(idsAfter(ring, [0, 5], [1, 0])).toEqual(['0:6']);
  });

  it('covers a cursor from where it began', () => {
    const ring = new Ring(new Map([[0, 4]]));
    expect(ring.covers(new Map([[0, 4]]))).toBe(true);
    expect(ring.covers(new Map([[0, 3]]))).toBe(false);
    expect(ring.covers(new Map())).toBe(false);
    expect(new Ring(new Map()).covers(new Map())).toBe(true);
  });

  it('lets the oldest rows go, and knows what it no longer covers', () => {
    const ring = new Ring(new Map(), { rows: 3, bytes: 1_000 });
    for (let offset = 0; offset < 10; offset += 1) ring.add(arrived(0, offset));
    expect(idsAfter(ring)).toEqual(['0:7', '0:8', '0:9']);
    expect(ring.covers(new Map([[0, 6]]))).toBe(true);
    expect(ring.covers(new Map([[0, 5]]))).toBe(false);
    expect(ring.missing(new Map([[0, 2]]))).toBe(4);
  });

  it('is bounded by bytes too', () => {
    const ring = new Ring(new Map(), { rows: 100, bytes: 25 });
    for (let offset = 0; offset < 4; offset += 1) ring.add(arrived(0, offset));
    expect(idsAfter(ring)).toEqual(['0:2', '0:3']);
  });

  it('knows what was passed over', () => {
    const ring = new Ring(new Map());
    ring.forget(0, 7);
    ring.add(arrived(0, 8));
    expect(ring.covers(new Map([[0, 7]]))).toBe(true);
    expect(ring.covers(new Map([[0, 6]]))).toBe(false);
    expect(ring.covers(new Map())).toBe(false);
  });

  it('leaves out an event that was published twice', () => {
    const ring = new Ring(new Map());
    const event = integrationEvent();
    expect(ring.add(new Arrived(event, { partition: 0, offset: 0 }, 0, 1, '{}'))).toBe(true);
    expect(ring.add(new Arrived(event, { partition: 0, offset: 1 }, 0, 1, '{}'))).toBe(false);
  });

  it('leaves it out also when the first of the two is gone', () => {
    const ring = new Ring(new Map(), { rows: 1, bytes: 1_000 });
    for (let offset = 0; offset < 5; offset += 1) ring.add(arrived(0, offset));
    expect(ring.add(new Arrived(integrationEvent({ id: '0:0' }), { partition: 0, offset: 5 }, 0, 1, '{}'))).toBe(false);
    expect(idsAfter(ring)).toEqual(['0:4']);
    ring.remember('0:9');
    expect(ring.add(arrived(0, 9))).toBe(false);
  });
});
