import { setTimeout as sleep } from 'node:timers/promises';
import { EventFacets } from '@portico/contracts/http/event-facets';
import { EventHistogram, EventList, MAX_EVENTS_LIMIT } from '@portico/contracts/http/events';
import { EXPORT_HEADERS } from '@portico/contracts/http/event-export';
import type { z } from 'zod/mini';
import type { Api } from '../environment.ts';

/** Query parameters. */
export type Filter = Readonly<Record<string, string>>;

/** HTTP statuses after which a request is retried. */
const RETRIED = new Set([429, 503]);
const MAX_ATTEMPTS = 10;
const PAUSE_SECONDS = 1;

const identityOf = ({ source_id, id }: { source_id: number; id: string }): string => `${source_id}/${id}`;

export class EventsApi {
  private readonly api: Api;

  constructor(api: Api) {
    this.api = api;
  }

  list(filter: Filter, offset = 0): Promise<EventList> {
    return this.read(EventList, '/events', { ...filter, limit: String(MAX_EVENTS_LIMIT), offset: String(offset) });
  }

  facets(filter: Filter): Promise<EventFacets> {
    return this.read(EventFacets, '/events/facets', filter);
  }

  histogram(filter: Filter): Promise<EventHistogram> {
    return this.read(EventHistogram, '/events/histogram', filter);
  }

  async everyRow(filter: Filter, count: number): Promise<string[]> {
    const rows: string[] = [];
    while (rows.length < count) {
      const { data } = await this.list(filter, rows.length);
      if (data.length === 0) break;
      rows.push(...data.map(identityOf));
    }
    return rows;
  }

  /** Returns the number of rows of an export, and their identities unless there are more than `maxRows`. */
  async export(filter: Filter, maxRows: number): Promise<{ rows: number; ids: string[] | null }> {
    const response = await this.get('/events/export', { ...filter, format: 'ndjson' });
    const rows = Number(response.headers.get(EXPORT_HEADERS.rows));
    if (rows > maxRows) {
      await response.body?.cancel();
      return { rows, ids: null };
    }
    const lines = (await response.text()).split('\n').filter((line) => line !== '');
    return { rows, ids: lines.map((line) => identityOf(JSON.parse(line) as { source_id: number; id: string })) };
  }

  private async read<Schema extends z.ZodMiniType>(schema: Schema, path: string, query: Filter) {
    return schema.parse(await (await this.get(path, query)).json());
  }

  /** @throws if the response is an error. */
  private async get(path: string, query: Filter): Promise<Response> {
    const url = new URL(`${path}?${new URLSearchParams(query).toString()}`, this.api.url);
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(url, { headers: { authorization: `Bearer ${this.api.token}` } });
      if (response.ok) return response;
      const text = await response.text();
      if (!RETRIED.has(response.status) || attempt === MAX_ATTEMPTS)
        throw new Error(`GET ${path} answered ${response.status}: ${text.slice(0, 300)}`);
      await sleep(1_000 * Number(response.headers.get('retry-after') ?? PAUSE_SECONDS));
    }
  }
}
