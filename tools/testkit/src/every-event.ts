import type { EventList, EventRow } from '@portico/contracts/http/events';
import { type Call, read } from './http.ts';

const PAGE = 500;

/** @param filter - query parameters of the list. */
export async function everyEvent(call: Call, filter: Record<string, string> = {}): Promise<EventRow[]> {
  const rows: EventRow[] = [];
  for (;;) {
    const query = new URLSearchParams({ ...filter, limit: String(PAGE), offset: String(rows.length) });
    const { data, count } = await read<EventList>(call, `/events?${query.toString()}`);
    rows.push(...data);
    if (data.length === 0 || rows.length >= count) return rows;
  }
}
