import { noContent, pageOf } from '../fake-rows.ts';
import { refusalOf } from '../refusal.ts';

type Row = { id: number; name: string };

export const notFound = () => refusalOf(404, 'not_found', 'It does not exist');

export const fakeTable = <Kept extends Row>(rows: Kept[], blank: (id: number) => Kept) => {
  const find = (id: number) => rows.find((row) => row.id === id);
  /** Assigns the values of `change` to the row, except undefined values. */
  const assign = (row: Kept, change: object): Kept => Object.assign(row, JSON.parse(JSON.stringify(change)));
  return {
    rows,
    page: ({ query }: { query: URLSearchParams }) => pageOf(rows, query),
    get: ({ id }: { id: number }) => find(id) ?? notFound(),
    add: ({ body }: { body: object }) => {
      const row = assign(blank(1 + Math.max(0, ...rows.map(({ id }) => id))), body);
      rows.unshift(row);
      return row;
    },
    change: ({ id, body }: { id: number; body: object }) => {
      const row = find(id);
      return row ? assign(row, body) : notFound();
    },
    remove: ({ id }: { id: number }) => {
      const row = find(id);
      if (!row) return notFound();
      rows.splice(rows.indexOf(row), 1);
      return noContent();
    },
  };
};
