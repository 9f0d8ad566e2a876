import { describe, expect, it } from '@jest/globals';
import type { StoredPosition } from '../table/stored-positions.ts';
import { Turns } from './turns.ts';

/** A table into which process 0 inserts rows of partition 0, process 1 rows of partition 1, and so on. */
class Table {
  number = 0;
  private readonly inserts = new Map<number, StoredPosition>();

  insert(partition: number): void {
    this.number += 1;
    const insert = { number: this.number, storedAt: 0 };
    this.inserts.set(partition, { partition, place: this.number, publishedAt: 0, insert });
  }

  get positions(): ReadonlyMap<number, StoredPosition> {
    return new Map(this.inserts);
  }
}

describe('turns', () => {
  it('let each process insert once per round', () => {
    const table = new Table();
    const processes = [0, 1, 2, 3].map((partition) => ({ turns: new Turns(), own: new Set([partition]), partition }));
    let now = 0;
    const done: number[] = [];
    const insert = ({ turns, partition }: (typeof processes)[number]): void => {
      table.insert(partition);
      turns.inserted(table.number, 10);
      done.push(partition);
      for (const one of processes) one.turns.note(table, now);
    };
    // Each process has inserted before, in arbitrary order.
    for (const index of [2, 0, 3, 1, 2, 0, 3, 1]) insert(processes[index] as (typeof processes)[number]);
    done.length = 0;
    for (let step = 0; step < 40; step += 1) {
      now += 10;
      const free = processes.filter(({ turns, own }) => !turns.isOthers(own, now));
      expect(free).toHaveLength(1);
      if (free[0]) insert(free[0]);
    }
    for (const { partition } of processes) expect(done.filter((one) => one === partition)).toHaveLength(10);
  });

  it('do not make a process wait at the start, or for a process that no longer inserts', () => {
    const [table, turns] = [new Table(), new Turns()];
    table.insert(1);
    turns.note(table, 0);
    expect(turns.isOthers(new Set([0]), 0)).toBe(false);
    table.insert(1);
    turns.note(table, 100);
    turns.inserted(3, 10);
    expect(turns.isOthers(new Set([0]), 200)).toBe(true);
    expect(turns.isOthers(new Set([0]), 2_200)).toBe(false);
  });
});
