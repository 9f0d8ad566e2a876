import { ALL, countWhere, type LogQuestion, within } from './log-console.ts';

/**
 * One question to both systems. `ours`: request to the events service, whose response contains the exact count. `theirs`: queries of
 * the log console. `turn` varies the question, so that results are not cached.
 */
export type PeerQuestion = { ours: (turn: number) => string; theirs: (turn: number) => LogQuestion };

const list = (query = ''): string => `/events?limit=10&${query}`;
const search = (text: string): string => list(`query=${encodeURIComponent(text)}`);
const ask = (where: string): string => list(`where=${encodeURIComponent(where)}`);
const rare = (turn: number): number => 100_003 + turn * 7_919;
const organization = (turn: number): number => 1 + (turn % 20);
const integration = (turn: number): number => 1 + ((turn * 37) % 200);

/** Returns the queries for a page of the lines that match `where`, and for their count. */
const listed = (where: string, hours?: number): LogQuestion => ({
  page: { where, ...(hours !== undefined && { hours }) },
  count: countWhere(where, hours),
});

const FACET_KEYS = ['result', 'SeverityText', 'source.type', 'event.name', 'ServiceName', 'organization'];
const FACETS = [
  "LogAttributes['result']",
  'SeverityText',
  "LogAttributes['source.type']",
  "LogAttributes['event.name']",
  'ServiceName',
  "ResourceAttributes['organization']",
];
const facetsWhere = (where: string): string =>
  FACETS.map(
    (column) => `SELECT toString(${column}) AS value, count() FROM otel_logs WHERE ${ALL} AND ${where} GROUP BY value`,
  ).join(' UNION ALL ');
/** Statement for the values of every attribute, without their counts. A log console lists these values beside its search. */
const VALUES = `SELECT Key, groupUniqArray(100)(Value) FROM attribute_rollup
  WHERE Timestamp >= now() - INTERVAL 30 DAY AND Key IN (${FACET_KEYS.map((key) => `'${key}'`).join(', ')}) GROUP BY Key`;
const HISTOGRAM = `SELECT toStartOfInterval(TimestampTime, INTERVAL 6 HOUR) AS bucket, SeverityText, count() FROM otel_logs
  WHERE ${ALL} GROUP BY bucket, SeverityText`;

/** Returns the questions by name. @param traces existing trace ids, one for each turn. */
export const questionsOf = (traces: readonly string[]): Record<string, PeerQuestion> => ({
  'newest page': { ours: () => list(), theirs: () => listed('true') },
  'last 15 minutes': {
    ours: () => list(`from=${new Date(Date.now() - 900_000).toISOString()}`),
    theirs: () => listed('true', 0.25),
  },
  failures: { ours: () => list('status=FAILURE'), theirs: () => listed("LogAttributes['result'] = 'FAILURE'") },
  'one organization': {
    ours: (turn) => list(`organizations=${organization(turn)}`),
    theirs: (turn) => listed(`ResourceAttributes['organization'] = '${organization(turn)}'`),
  },
  'one integration': {
    ours: (turn) => list(`integration=integration%20${integration(turn)}`),
    theirs: (turn) => listed(`ServiceName = 'integration ${integration(turn)}'`),
  },
  'frequent text': {
    ours: (turn) => search(`finished for ${turn % 10}`),
    theirs: (turn) =>
      listed(`hasAllTokens(lower(Body), 'finished for') AND lower(Body) LIKE '%finished for ${turn % 10}%'`),
  },
  'rare text': {
    ours: (turn) => search(`run ${rare(turn)} `),
    theirs: (turn) => listed(`hasAllTokens(lower(Body), 'run ${rare(turn)}')`),
  },
  'rare text, in one statement': {
    ours: (turn) => search(`run ${rare(turn)} `),
    theirs: (turn) => ({ page: { where: `hasAllTokens(lower(Body), 'run ${rare(turn)}')`, atOnce: true } }),
  },
  'inside a word': {
    ours: () => search('verdraw'),
    theirs: () => listed("lower(Body) LIKE '%verdraw%'"),
  },
  'trace id': {
    ours: (turn) => `/events/traces/${traces[turn % traces.length] ?? ''}`,
    theirs: (turn) => ({
      page: { where: `TraceId = '${traces[turn % traces.length] ?? ''}'` },
      count: countWhere(`TraceId = '${traces[turn % traces.length] ?? ''}'`),
    }),
  },
  'one field': {
    ours: (turn) => ask(`details.run:${1_003 + turn * 7_919}`),
    theirs: (turn) =>
      listed(
        `LogAttributes['run'] = '${1_003 + turn * 7_919}' AND has(mapValues(LogAttributes), '${1_003 + turn * 7_919}')`,
      ),
  },
  histogram: { ours: () => '/events/histogram', theirs: () => ({ count: HISTOGRAM }) },
  'values (theirs without counts)': { ours: () => '/events/facets', theirs: () => ({ count: VALUES }) },
  facets: { ours: () => '/events/facets', theirs: () => ({ count: facetsWhere(within(24 * 30)) }) },
  'facets of failures': {
    ours: () => '/events/facets?status=FAILURE',
    theirs: () => ({ count: facetsWhere("LogAttributes['result'] = 'FAILURE'") }),
  },
});
