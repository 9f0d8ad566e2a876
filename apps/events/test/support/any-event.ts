import { type IntegrationEvent, RESULTS, SEVERITIES } from '@portico/contracts/events/integration-event';
import type { EventFilter } from '@portico/contracts/http/events';
import { DERIVED_FIELDS, forFields } from '@portico/contracts/query/fields';
import fc from 'fast-check';
import { integrationEvent } from '@portico/testkit/integration-event';
import { anyWhere, DETAIL_PATHS, DETAIL_VALUES } from './any-query.ts';
import { Directory, ofOrganizations, type Scope } from '../../src/directory/directory.ts';

/** A few letters of every kind that is difficult to compare; few, so that texts and searches often match. */
const LETTERS = 'a A b B 0 1 % _ \\ \' " ` ß ẞ SS İ ı i Σ σ ς é É ﬁ k Ǆ 😀'.split(' ');
const letter = fc.constantFrom(...LETTERS, ' ', 'e\u0301', 'E\u0301', '\u212A', '\n', '\t', '\0');
const text = (maxLength: number) => fc.array(letter, { maxLength }).map((letters) => letters.join(''));
const some = fc.integer({ min: 1, max: 4 });
const type = fc.constantFrom('payroll', 'Ban%', 'İ_k', 'straße', 'ΟΔΟΣ', 'οδος');
/** A name. Names have no control characters. */
const named = (maxLength: number) => text(maxLength).map((letters) => `n${letters.replaceAll(/\p{Cc}/gu, '')}`);
const name = named(2);
const trace = fc.constantFrom('0', '7', 'a').map((digit) => digit.repeat(32));
/** A few times at and near the ends of hours and days. Times in filters may be more precise than stored times. */
const moment = fc
  .record({ hour: fc.constantFrom(0, 1, 2, 24, 25, 48, 72), beside: fc.integer({ min: -2, max: 2 }) })
  .map(({ hour, beside }) => new Date(Date.UTC(2026, 0, 2) + hour * 3_600_000 + beside).toISOString());
const bound = fc.oneof(
  { weight: 8, arbitrary: moment },
  fc.constantFrom('0000-01-01T00:00:00Z', '2026-01-02T01:00:00.0005+01:00', '9999-12-31T23:59:59Z'),
);

const detailValue = fc.constantFrom(...DETAIL_VALUES);
/** Details with a value at one path: a single value or a list of values. */
const detail = fc
  .tuple(fc.constantFrom(...DETAIL_PATHS), fc.oneof(detailValue, fc.array(detailValue, { maxLength: 3 })))
  .map(([path, value]) => path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value));

const derived = fc.constantFrom('order 7', 'Order 7', 'order*', '\'ß"\\');
/** Details with derived fields, including invalid values. */
const detailsDerived = fc.record(
  forFields(DERIVED_FIELDS, () =>
    fc.oneof({ weight: 4, arbitrary: derived }, fc.constantFrom(7, 'x'.repeat(129), 'a\0b', '')),
  ),
  { requiredKeys: [] },
);

export const anyEvent: fc.Arbitrary<IntegrationEvent> = fc
  .record({
    source_id: some,
    organization_id: some,
    source_type: type,
    event_name: fc.oneof(name, named(6)),
    timestamp: moment,
    result: fc.constantFrom(...RESULTS),
    severity_text: fc.constantFrom(...SEVERITIES),
    trace_id: fc.oneof(trace, fc.stringMatching(/^[0-9a-f]{32}$/)),
    details: fc
      .tuple(text(12), fc.array(detail, { maxLength: 3 }), detailsDerived)
      .map(([message, all, about]) => ({ ...Object.assign({}, ...all), ...about, message })),
  })
  .map((changes) => integrationEvent(changes));

const wholeFilter: fc.Arbitrary<EventFilter> = fc.record(
  {
    query: fc.oneof({ weight: 4, arbitrary: text(4) }, fc.stringMatching(/^[0-9a-fA-F]{1,4}$/)),
    status: fc.constantFrom(...RESULTS),
    integration: fc.constantFrom('one', 'shared', 'unknown'),
    organizations: fc.uniqueArray(some, { minLength: 1 }),
    where: anyWhere,
    severity: fc.constantFrom(...SEVERITIES),
    type,
    event: name,
    trace,
    ...forFields(DERIVED_FIELDS, () => fc.oneof({ weight: 3, arbitrary: derived }, fc.constantFrom('', 'unknown'))),
    sender: fc.constant('trusted' as const),
    from: bound,
    to: bound,
  },
  { requiredKeys: [] },
);
const MAX_INDEX = 11 + DERIVED_FIELDS.length;
/** A filter, often with only one or two fields, because a filter with all fields rarely matches. */
export const anyFilter: fc.Arbitrary<EventFilter> = fc.oneof(
  wholeFilter,
  fc.tuple(wholeFilter, fc.nat(MAX_INDEX), fc.nat(MAX_INDEX)).map(([filter, a, b]): EventFilter => {
    const fields = Object.entries(filter).filter((_, index) => index === a || index === b);
    return Object.fromEntries(fields);
  }),
);

export const anyScope: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant<Scope>('every'),
  fc.uniqueArray(some).map(ofOrganizations),
  fc.record({
    organizations: fc.uniqueArray(some, { maxLength: 2 }).map((organizations) => new Set(organizations)),
    integrations: fc.array(fc.tuple(some, some), { minLength: 1, maxLength: 3 }).map((pairs) => new Map(pairs)),
  }),
);

/** Creates a directory with the integrations of {@link anyFilter}. */
export const directoryOfFilters = (third: 'enforce' | 'open' = 'enforce'): Directory => {
  const directory = new Directory();
  for (const [id, integration, trust] of [
    [1, 'one', 'observe'],
    [2, 'shared', 'open'],
    [3, 'shared', third],
  ] as const)
    directory.applyIntegration({
      id,
      version: 1,
      deletedAt: null,
      name: integration,
      active: true,
      organizationId: id,
      trust,
    });
  return directory;
};
