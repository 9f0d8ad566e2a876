import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { identityOf, REJECTION_CODES } from '@portico/contracts/events/integration-event';
import { type EventFacets, MAX_FACET_VALUES } from '@portico/contracts/http/event-facets';
import { type EventTrace, MAX_TRACE_EVENTS } from '@portico/contracts/http/event-traces';
import { EventFilter, type EventHistogram, type EventList, type EventRow } from '@portico/contracts/http/events';
import { type Call, eventually, everyEvent, randomFrom, read, SEED } from '@portico/testkit';
import fc from 'fast-check';
import { ofOrganizations, type Scope } from '../../src/directory/directory.ts';
import { type CountedColumn, countedColumns } from '../../src/table/filter/counted.ts';
import { derivedOf } from '../../src/judge/derived.ts';
import { matches } from '../../src/table/filter/predicate.ts';
import type { AcceptedEvent } from '../../src/judge/accepted-event.ts';
import { type ResolvedFilter, resolveFilter } from '../../src/table/filter/resolve.ts';
import { anyFilter, directoryOfFilters } from '../support/any-event.ts';
import { publications, shifted } from '../support/any-publication.ts';
import { type EventsStack, startEventsStack } from '../support/events-stack.ts';
import { acceptedEvent } from '../support/accepted-event.ts';

const PUBLICATIONS = 20_000;
const QUERIES = 500;
const PUBLISHER: Scope = { ...ofOrganizations([2]), integrations: new Map([[1, 1]]) };
/** Number of concurrent queries. */
const ASKERS = 4;
const BATCH = 500;
const PAGE = 500;
/** Number of matching rows beyond which the test reads only some pages, and rarely the exported file. */
const MANY = 1_500;
const LONGEST = 600_000;
const FOURTH = { name: 'four', organizationId: 4 };

const random = randomFrom(SEED);
const choose = (below: number): number => Math.floor(random() * below);

type Row = EventRow & { accepted: AcceptedEvent };
type Asker = { call: Call; scope: Scope };

describe(`${PUBLICATIONS} publications of seed ${SEED}`, () => {
  const directory = directoryOfFilters('open');
  directory.applyIntegration({ id: 4, version: 1, deletedAt: null, active: true, ...FOURTH });
  const made = publications(PUBLICATIONS, SEED, choose);
  const model = new Map(made.flatMap((one) => (one.outcome === 'accepted' ? [[one.key, one] as const] : [])));
  let stack: EventsStack;
  let askers: Asker[];
  /** All listed rows, newest first. */
  let rows: Row[];

  beforeAll(async () => {
    stack = await startEventsStack();
    await stack.start();
    const { publisher } = stack;
    for (const [id, name, trust] of [
      [1, 'one', 'observe'],
      [2, 'shared', 'open'],
      [3, 'shared', 'open'],
    ] as const)
      await publisher.integration(id, { name, organizationId: id, trust });
    await publisher.integration(4, FOURTH);
    const memberships = [
      [5, 1],
      [6, 2],
      [6, 3],
      [8, 2],
    ] as const;
    for (const [id, [userId, organizationId]] of memberships.entries())
      await publisher.membership(id + 1, { userId, organizationId });
    await publisher.publisher(1, { userId: 8, integrationId: 1 });
    askers = [
      { call: await stack.as(), scope: 'every' },
      { call: await stack.as({ id: 5, usertype: 'CLIENT' }), scope: ofOrganizations([1]) },
      { call: await stack.as({ id: 6, usertype: 'VENDOR' }), scope: ofOrganizations([2, 3]) },
      { call: await stack.as({ id: 7, usertype: 'CLIENT' }), scope: ofOrganizations([]) },
      { call: await stack.as({ id: 8, usertype: 'VENDOR' }), scope: PUBLISHER },
    ];
    await eventually(async () => (await list(admin(), '')).integrationCount === 4, 60_000);
    for (let from = 0; from < made.length; from += BATCH)
      await publisher.publish(...made.slice(from, from + BATCH).map(({ key, value }) => ({ key, value })));
  }, 240_000);
  afterAll(() => stack?.stop());

  const admin = (): Call => askers[0]?.call ?? Promise.reject.bind(Promise);
  const list = (call: Call, query: string): Promise<EventList> => read<EventList>(call, `/events?${query}`);

  it(
    'are either listed exactly once or rejected with the expected code',
    async () => {
      const expected = REJECTION_CODES.map((code) => [
        code,
        made.filter((one) => 'code' in one && one.code === code).length,
      ]);
      await eventually(async () => {
        const counts: unknown[] = [];
        for (const code of REJECTION_CODES)
          counts.push([code, (await read<{ count: number }>(admin(), `/events/rejected?code=${code}&limit=1`)).count]);
        expect(counts).toEqual(expected);
        expect((await list(admin(), 'limit=1')).count).toBe(model.size);
        return true;
      }, 180_000);
      const listed = await everyEvent(admin());
      expect(listed.map(identityOf).toSorted()).toEqual([...model.keys()].toSorted());
      rows = listed.map((row) => {
        const { event, details } = model.get(identityOf(row)) ?? { event: row, details: '' };
        const derived = derivedOf({}, event.details);
        expect(row).toMatchObject({ ...event, ...derived, details: {} });
        expect(row.details_text ?? row.details).toEqual(row.details_text === undefined ? JSON.parse(details) : details);
        // The details as published, because they contain the searched text.
        return {
          ...row,
          details: event.details,
          accepted: acceptedEvent(event, row.position, { publishedAt: Date.parse(row.published_at), details, derived }),
        };
      });
      const place = ({ timestamp, position }: Row): [string, number, number] => [
        timestamp,
        position.partition,
        position.offset,
      ];
      const isSorted = rows.every((row, index) => index === 0 || isBefore(place(row), place(rows[index - 1] ?? row)));
      expect(isSorted).toBe(true);
    },
    LONGEST,
  );

  it(
    `are found by ${QUERIES} queries exactly as by filters over a list in memory`,
    async () => {
      const filters = fc.sample(anyFilter, { numRuns: QUERIES, seed: SEED }).map(withMoments);
      let found = 0;
      const next = filters.entries();
      await Promise.all(
        Array.from({ length: ASKERS }, async () => {
          for (const [number, filter] of next) {
            const asker = askers[number % 7 === 0 ? 3 : number % 3];
            if (asker) found += await compare(asker, filter, number);
          }
        }),
      );
      expect(found).toBeGreaterThan(QUERIES);
    },
    LONGEST,
  );

  const matching = (filter: ResolvedFilter): Row[] => rows.filter((row) => matches(filter, row.accepted));

  const compare = async ({ call, scope }: Asker, params: Record<string, string>, number: number): Promise<number> => {
    const query = new URLSearchParams(params).toString();
    const parsed = EventFilter.parse(params);
    const filter = resolveFilter(parsed, scope, directory);
    const expected = matching(filter);
    const about = { number, query, count: expected.length };
    const offsets = expected.length <= MANY ? [0, PAGE, 2 * PAGE] : [0, choose(expected.length), expected.length - 7];
    for (const offset of offsets.filter((one) => one <= expected.length)) {
      const page = await list(call, `${query}&limit=${PAGE}&offset=${offset}`);
      expect({ ...about, offset, count: page.count, ids: page.data.map(identityOf) }).toEqual({
        ...about,
        offset,
        ids: expected.slice(offset, offset + PAGE).map(identityOf),
      });
      expect(page.countIsExact).toBe(true);
    }
    expect({ ...about, facets: facetsIn(await read<EventFacets>(call, `/events/facets?${query}`)) }).toEqual({
      ...about,
      facets: facetsOf(filter, scope),
    });
    compareHistogram(await read<EventHistogram>(call, `/events/histogram?${query}`), expected, about);
    if (expected.length <= MANY || number % 10 === 0) await compareFile(call, query, expected);
    if (parsed.trace !== undefined) await compareTrace(call, scope, parsed.trace);
    return expected.length;
  };

  const facetsIn = ({ countedFrom, cursor, ...facets }: EventFacets) => {
    expect(countedFrom).toBeNull();
    expect(cursor).not.toBe('');
    return { ...facets, organization: facets.organization.map(({ value, count }) => ({ value, count })) };
  };
  const facetsOf = (filter: ResolvedFilter, scope: Scope) => {
    /** Counts the values of a facet, without the filter on the facet itself. */
    const count = <Value extends string | number>(column: CountedColumn, value: (row: Row) => Value | null) => {
      const counts = new Map<Value, number>();
      const where = filter.where.filter((query) => [...(countedColumns(query) ?? [])].join(',') !== column);
      for (const row of matching({ ...filter, scope: column === 'organization_id' ? scope : filter.scope, where })) {
        const one = value(row);
        if (one !== null) counts.set(one, 1 + (counts.get(one) ?? 0));
      }
      return [...counts]
        .map(([one, times]) => ({ value: one, count: times }))
        .toSorted((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
        .slice(0, MAX_FACET_VALUES);
    };
    return {
      status: count('result', (row) => row.result),
      severity: count('severity_text', (row) => row.severity_text),
      type: count('source_type', (row) => row.source_type),
      event: count('event_name', (row) => row.event_name),
      integration: count('source_id', (row) => row.integration),
      organization: count('organization_id', (row) => row.organization_id),
    };
  };

  const compareHistogram = (histogram: EventHistogram, expected: readonly Row[], about: object): void => {
    const length = histogram.step * 1_000;
    const start = Date.parse(histogram.from);
    const counts = histogram.buckets.map(() => ({ success: 0, failure: 0 }));
    for (const { timestamp, result } of expected) {
      const bucket = counts[Math.floor((Date.parse(timestamp) - start) / length)];
      if (!bucket) throw new Error(`${timestamp} lies outside of the histogram of ${JSON.stringify(about)}`);
      bucket[result === 'SUCCESS' ? 'success' : 'failure'] += 1;
    }
    expect({ ...about, buckets: histogram.buckets.map(({ success, failure }) => ({ success, failure })) }).toEqual({
      ...about,
      buckets: counts,
    });
  };
  const compareFile = async (call: Call, query: string, expected: readonly Row[]): Promise<void> => {
    const { status, body } = await call('GET', `/events/export?format=ndjson&${query}`);
    const lines = typeof body === 'string' ? body.trimEnd().split('\n') : [];
    expect([status, lines.length]).toEqual([200, expected.length]);
    for (const [index, { accepted, id }] of expected.entries()) {
      const line = lines[index] ?? '';
      expect(line.startsWith(`{"id":${JSON.stringify(id)},`) && line.endsWith(`"details":${accepted.details}}`)).toBe(
        true,
      );
    }
  };
  const compareTrace = async (call: Call, scope: Scope, trace: string): Promise<void> => {
    const expected = matching(resolveFilter({ trace }, scope, directory)).toReversed();
    const { status, body } = await call('GET', `/events/traces/${trace}`);
    if (expected.length === 0) return expect(status).toBe(404);
    const { data, isComplete } = body as EventTrace;
    expect(data.map(identityOf)).toEqual(expected.slice(0, MAX_TRACE_EVENTS).map(identityOf));
    expect(isComplete).toBe(expected.length <= MAX_TRACE_EVENTS);
  };
});

/** Whether `a` sorts before `b`, by the first part that differs. */
function isBefore(a: readonly (string | number)[], b: readonly (string | number)[]): boolean {
  const index = a.findIndex((part, at) => part !== b[at]);
  return index >= 0 && (a[index] ?? 0) < (b[index] ?? 0);
}

/** Converts a filter to URL parameters, with its times shifted to the times of the publications. */
function withMoments({ from, to, organizations, ...filter }: EventFilter): Record<string, string> {
  const near = (moment: string): string => (moment.startsWith('2026-01') ? shifted(moment) : moment);
  return {
    ...filter,
    ...(from !== undefined && { from: near(from) }),
    ...(to !== undefined && { to: near(to) }),
    ...(organizations && { organizations: organizations.join(',') }),
  };
}
