import { PAGE_SIZE } from '@portico/contracts/common/page';
import type { Answer } from './fake-network.ts';

type NamedRow = { id: number; name: string };
type Sent = { name: string; body?: unknown };

const bodyOf = ({ body }: RequestInit): object => {
  const parsed: unknown = JSON.parse(typeof body === 'string' ? body : '{}');
  return typeof parsed === 'object' && parsed !== null ? parsed : {};
};

export const noContent = () => new Response(null, { status: 204 });

/** The rows on the page in an API query. */
export const sliceOf = <Row>(rows: readonly Row[], query: URLSearchParams) => {
  const offset = Number(query.get('offset') ?? 0);
  return { data: rows.slice(offset, offset + Number(query.get('limit') ?? PAGE_SIZE)), count: rows.length };
};

/** The page of rows whose names match the search in an API query. */
export const pageOf = <Row extends { name: string }>(rows: readonly Row[], query: URLSearchParams) => {
  const search = (query.get('search') ?? '').toLowerCase();
  return sliceOf(
    rows.filter(({ name }) => name.toLowerCase().includes(search)),
    query,
  );
};

/** Fakes the API of the list at `path` with in-memory rows. `rowOf` creates a row with an id and values. */
export const createFakeRows = <Row extends NamedRow>(
  path: string,
  update: 'PATCH' | 'PUT',
  rows: Row[],
  rowOf: (id: number, values: object) => Row,
) => {
  const sent: Sent[] = [];
  const note = (name: string, request: RequestInit) => {
    const body = bodyOf(request);
    sent.push({ name, body });
    return body;
  };
  const indexOf = (id: number) => rows.findIndex((row) => row.id === id);
  const answersOf = ({ id }: Row): [string, Answer][] => [
    [
      `${update} ${path}/${id}`,
      (_, request) => {
        const changed = {
          ...rows[indexOf(id)],
          ...rowOf(id, { ...rows[indexOf(id)], ...note(`${update} ${path}/${id}`, request) }),
        };
        rows.splice(indexOf(id), 1, changed);
        return changed;
      },
    ],
    [
      `DELETE ${path}/${id}`,
      () => {
        sent.push({ name: `DELETE ${path}/${id}` });
        rows.splice(indexOf(id), 1);
        return noContent();
      },
    ],
  ];
  const api: Record<string, Answer> = {
    [`GET ${path}`]: ({ searchParams }) => pageOf(rows, searchParams),
    [`POST ${path}`]: (_, request) => {
      const row = rowOf(1000 + rows.length, note(`POST ${path}`, request));
      rows.unshift(row);
      return Response.json(row, { status: 201 });
    },
    ...Object.fromEntries(rows.flatMap(answersOf)),
  };
  return { api, sent };
};
