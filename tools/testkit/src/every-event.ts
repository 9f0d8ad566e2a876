import type { EventList, EventRow } from '@portico/contracts/http/events';
import type { Call } from './http.ts';

/** Rows fetched a page. */
const PAGE = 500;

/** Every row that the list has for this caller. */
export async function everyEvent(call: Call): Promise<EventRow[]> {
  const rows: EventRow[] = [];
  for (;;) {
    const { status, body } = await call('GET', `/events?limit=${PAGE}&offset=${rows.length}`);
    if (status !== 200) throw new Error(`GET /events answered ${status}`);
    const { data, count } = body as EventList;
    rows.push(...data);
    if (data.length === 0 || rows.length >= count) return rows;
  }
}
