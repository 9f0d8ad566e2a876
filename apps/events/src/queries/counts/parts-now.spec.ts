import { describe, expect, it } from '@jest/globals';
import type { ClickHouse } from '../../table/clickhouse/clickhouse.ts';
import type { TablePart } from './parts.query.ts';
import { PartsNow } from './parts-now.ts';

describe('PartsNow', () => {
  const held = () => {
    const sent: PromiseWithResolvers<TablePart[]>[] = [];
    const rowsNow = (): Promise<TablePart[]> => {
      const answer = Promise.withResolvers<TablePart[]>();
      sent.push(answer);
      return answer.promise;
    };
    return { sent, parts: new PartsNow({ rowsNow } as unknown as ClickHouse) };
  };
  const part = (name: string): TablePart => ({ name, rows: 1, first: '', last: '' });

  it('asks once more for all who asked while a statement was under way, and never answers with an older moment', async () => {
    const { sent, parts } = held();
    const first = parts.read();
    const others = [parts.read(), parts.read()];
    expect(sent).toHaveLength(1);
    sent[0]?.resolve([part('a')]);
    await expect(first).resolves.toEqual([part('a')]);
    expect(sent).toHaveLength(2);
    sent[1]?.resolve([part('b')]);
    await expect(Promise.all(others)).resolves.toEqual([[part('b')], [part('b')]]);
    const last = parts.read();
    expect(sent).toHaveLength(3);
    sent[2]?.resolve([]);
    await expect(last).resolves.toEqual([]);
  });

  it('asks again after a statement that failed', async () => {
    const { sent, parts } = held();
    const first = parts.read();
    const second = parts.read();
    sent[0]?.reject(new Error('away'));
    await expect(first).rejects.toThrow('away');
    expect(sent).toHaveLength(2);
    sent[1]?.resolve([part('a')]);
    await expect(second).resolves.toEqual([part('a')]);
  });
});
