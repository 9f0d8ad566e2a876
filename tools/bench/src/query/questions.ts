/** A question: `path` is a request to the gateway, and `bare` is the equivalent statement for ClickHouse alone. */
export type Question = {
  path: (turn: number) => string;
  bare: (turn: number) => string;
  /** Milliseconds without requests before each request. Default 0. */
  pause?: number;
};

const COLUMNS = `id, source_id, organization_id, source_type, event_name, timestamp, result, severity_text, trace_id, details,
  kafka_partition, kafka_offset, published_at, stored_at`;
const page = (where: string, offset = 0): string => `
  SELECT ${COLUMNS} FROM integration_events WHERE ${where} ORDER BY timestamp DESC, kafka_partition DESC, log_epoch DESC,
  kafka_offset DESC LIMIT 10 OFFSET ${offset} SETTINGS use_query_condition_cache = 0`;
const count = (column: string, where = 'true'): string =>
  `SELECT toString(${column}), count() FROM integration_events WHERE ${where} GROUP BY ALL`;
const FACETS = ['result', 'severity_text', 'source_type', 'event_name', 'source_id', 'organization_id'];
const HOURS = 'intDiv(toUnixTimestamp64Milli(timestamp), 3600000)';

const list = (query: string): string => `/events?limit=10&${query}`;
const search = (text: string): string => list(`query=${encodeURIComponent(text)}`);
const ask = (where: string): string => list(`where=${encodeURIComponent(where)}`);
const RUN = "JSONExtractUInt(details, 'run')";
const like = (text: string): string => page(`search_text LIKE '%${text.toUpperCase()}%'`);
/** Returns the number of an integration, which has many, some or few events depending on `turn`. */
const integration = (turn: number): number => 1 + ((turn * 37) % 200);
const rare = (turn: number): string => `run ${100_003 + turn * 7_919} `;
const frequent = (turn: number): string => `finished for ${turn % 10}`;

/** Maximum offset of the deep page. ClickHouse alone sorts all rows before the page, and would take too long for more rows. */
const MAX_OFFSET = 5_000_000;

/**
 * Returns the questions by kind. In each question, `turn` varies the values, so that results are not cached.
 * @param rows number of loaded rows, spread over thirty days
 * @param traces trace ids of loaded rows, one for each turn
 */
export function questionsOf(rows: number, traces: readonly string[]): Record<string, Question> {
  const hoursAgo = (hours: number): Date => new Date(Date.now() - hours * 3_600_000);
  const moment = (date: Date): string => `fromUnixTimestamp64Milli(${date.getTime()})`;
  const range = (turn: number): [Date, Date] => [hoursAgo(200 + turn), hoursAgo(100 + turn)];
  const traceOf = (turn: number): string => traces[turn % traces.length] ?? '';
  const deep = Math.min(Math.floor(rows / 2), MAX_OFFSET);
  return {
    'first page': { path: () => list(''), bare: () => page('true') },
    'first page after 2 s': { path: () => list(''), bare: () => page('true'), pause: 2_000 },
    'deep page': { path: (turn) => list(`offset=${deep + turn * 10}`), bare: (turn) => page('true', deep + turn * 10) },
    status: { path: () => list('status=FAILURE'), bare: () => page("result = 'FAILURE'") },
    integration: {
      path: (turn) => list(`integration=integration%20${integration(turn)}`),
      bare: (turn) => page(`source_id = ${integration(turn)}`),
    },
    'status and integration': {
      path: (turn) => list(`status=FAILURE&integration=integration%20${integration(turn)}`),
      bare: (turn) => page(`result = 'FAILURE' AND source_id = ${integration(turn)}`),
    },
    'one organization': {
      path: (turn) => list(`organizations=${1 + (turn % 20)}`),
      bare: (turn) => page(`organization_id = ${1 + (turn % 20)}`),
    },
    'time range': {
      path: (turn) => list(`from=${range(turn)[0].toISOString()}&to=${range(turn)[1].toISOString()}`),
      bare: (turn) => page(`timestamp >= ${moment(range(turn)[0])} AND timestamp < ${moment(range(turn)[1])}`),
    },
    'rare text': { path: (turn) => search(rare(turn)), bare: (turn) => like(rare(turn)) },
    'frequent text': { path: (turn) => search(frequent(turn)), bare: (turn) => like(frequent(turn)) },
    'one in 100,000': { path: () => search('is overdrawn'), bare: () => like('is overdrawn') },
    'trace id': {
      path: (turn) => `/events/traces/${traceOf(turn)}`,
      bare: (turn) => page(`trace_id = '${traceOf(turn)}'`),
    },
    'two values excluded': {
      path: () => ask('-severity:(INFO OR DEBUG) -event:(payroll.created OR cards.sent)'),
      bare: () =>
        page("severity_text NOT IN ('INFO', 'DEBUG') AND event_name NOT IN ('payroll.created', 'cards.sent')"),
    },
    'details, one value': {
      path: (turn) => ask(`details.run:${1_003 + turn * 7_919}`),
      bare: (turn) => page(`${RUN} = ${1_003 + turn * 7_919}`),
    },
    'details, compared': {
      path: (turn) => ask(`details.run:>${rows - 1_000 + turn}`),
      bare: (turn) => page(`${RUN} > ${rows - 1_000 + turn}`),
    },
    'details, compared in few': {
      path: (turn) => ask(`details.run:<${100 + turn}`),
      bare: (turn) => page(`${RUN} < ${100 + turn}`),
    },
    facets: { path: () => '/events/facets', bare: () => FACETS.map((column) => count(column)).join(' UNION ALL ') },
    'three facets': {
      path: () =>
        `/events/facets?where=${encodeURIComponent('status:FAILURE type:(payroll OR cards) -severity:FATAL')}`,
      bare: () => {
        const where = "result = 'FAILURE' AND source_type IN ('payroll', 'cards') AND severity_text != 'FATAL'";
        return FACETS.map((column) => count(column, where)).join(' UNION ALL ');
      },
    },
    histogram: {
      path: () => '/events/histogram',
      bare: () => `SELECT ${HOURS} AS hour, result, count() FROM integration_events GROUP BY ALL`,
    },
  };
}
