import { parseArgs } from 'node:util';
import {
  RESULTS,
  SEVERITIES,
  type Details,
  type Result,
  type Severity,
} from '@portico/contracts/events/integration-event';
import { CLOUD_EVENT_MODES, type CloudEventMode } from './message.ts';
import { UsageError } from './usage-error.ts';

export type Ids = { sourceId: number; organizationId: number };
/** The integration of the event: a name to look up, or the ids of the integration and its organization. */
export type Source = { name: string } | Ids;

/** The parsed flags. With a key, events are sent over HTTP, and the key determines the integration. */
type PublishFlags = EventFlags & ({ key: string; source: Ids | undefined } | { key: undefined; source: Source });

export type EventFlags = {
  event: string;
  /** Source type of the event. Default: the integration's name. */
  type: string | undefined;
  result: Result;
  severity: Severity;
  traceId: string | undefined;
  id: string | undefined;
  details: Details;
  count: number;
  /** Events per second. Default: as fast as possible. */
  rate: number | undefined;
  cloudEvent: CloudEventMode | undefined;
  brokers: string | undefined;
  api: string | undefined;
};

const text = { type: 'string' } as const;
const OPTIONS = {
  integration: text,
  'source-id': text,
  'organization-id': text,
  event: text,
  type: text,
  result: text,
  severity: text,
  message: text,
  'trace-id': text,
  id: text,
  details: text,
  count: text,
  rate: text,
  'cloud-event': text,
  key: text,
  brokers: text,
  api: text,
  help: { type: 'boolean', short: 'h' },
} as const;
type Values = ReturnType<typeof parse>;

const messageOf = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'message' in error ? String(error.message) : String(error);

const parse = (argv: readonly string[]) => {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, strict: true, allowPositionals: false }).values;
  } catch (error) {
    // Node adds a long explanation after the first sentence.
    const [sentence = ''] = messageOf(error).split('. ');
    throw new UsageError(`${sentence.replace(/\.$/, '')}. See --help.`);
  }
};

const positive = (flag: string, value: string, max: number): number => {
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= 1 && number <= max) return number;
  throw new UsageError(`--${flag} should be a whole number from 1 to ${max}, not '${value}'.`);
};

const oneOf = <const Choice extends string>(flag: string, value: string, choices: readonly Choice[]): Choice => {
  const found = choices.find((choice) => choice.toLowerCase() === value.toLowerCase());
  if (found === undefined) throw new UsageError(`--${flag} should be one of ${choices.join(', ')}, not '${value}'.`);
  return found;
};

const within = (flag: string, value: string, max: number): string => {
  if (value.length >= 1 && value.length <= max) return value;
  throw new UsageError(`--${flag} should have 1 to ${max} characters.`);
};

/** A --key flag overrides brokers in the environment, and a --brokers flag overrides a key in the environment. */
const keyOf = (values: Values, environment: NodeJS.ProcessEnv): string | undefined => {
  const key = values.key ?? (values.brokers === undefined ? environment['PORTICO_KEY'] : undefined);
  if (!key) return undefined;
  if (values.brokers !== undefined) throw new UsageError('Give either --key, or --brokers.');
  if (values['cloud-event'] !== undefined)
    throw new UsageError('--cloud-event is for Kafka: leave it out with a key, or give --brokers.');
  if (values.integration !== undefined)
    throw new UsageError('The key says whose event it is: leave out --integration, or give --brokers.');
  return key;
};

const MAX_ID = 2_147_483_647;

const idsOf = ({ 'source-id': sourceId, 'organization-id': organizationId }: Values): Ids => {
  if (sourceId === undefined || organizationId === undefined)
    throw new UsageError('Whose event is it? Give --integration NAME, or --source-id N and --organization-id N.');
  return {
    sourceId: positive('source-id', sourceId, MAX_ID),
    organizationId: positive('organization-id', organizationId, MAX_ID),
  };
};

const hasIds = (values: Values): boolean =>
  values['source-id'] !== undefined || values['organization-id'] !== undefined;

const sourceOf = (values: Values): Source => {
  const { integration } = values;
  if (integration === undefined) return idsOf(values);
  if (hasIds(values)) throw new UsageError('Give either --integration, or --source-id and --organization-id.');
  return { name: within('integration', integration, 200) };
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const detailsOf = (values: Values, fallback: string): Details => {
  let details: unknown = {};
  try {
    details = JSON.parse(values.details ?? '{}');
  } catch {
    details = undefined;
  }
  if (!isObject(details)) throw new UsageError(`--details should be a JSON object, not '${values.details}'.`);
  const message = values.message ?? details['message'] ?? fallback;
  if (typeof message !== 'string') throw new UsageError('The message in --details should be text.');
  return { ...details, message };
};

const traceIdOf = (value: string): string => {
  if (/^[0-9a-f]{32}$/.test(value)) return value;
  throw new UsageError(`--trace-id should be 32 lower-case hex digits, not '${value}'.`);
};

const countOf = (values: Values): number => {
  const count = values.count === undefined ? 1 : positive('count', values.count, 10_000_000);
  if (count > 1 && values.id !== undefined)
    throw new UsageError('--id names one event: leave it out together with --count.');
  return count;
};

/**
 * Parses the command line, and PORTICO_KEY from the environment. Does not access the API or Kafka.
 * @returns the flags; undefined for --help.
 * @throws UsageError for the first invalid flag.
 */
export const parseFlags = (argv: readonly string[], environment: NodeJS.ProcessEnv = {}): PublishFlags | undefined => {
  const values = parse(argv);
  if (values.help) return undefined;
  const key = keyOf(values, environment);
  const from =
    key === undefined ? { key, source: sourceOf(values) } : { key, source: hasIds(values) ? idsOf(values) : undefined };
  if (values.event === undefined) throw new UsageError('What happened? Give --event, e.g. --event payrun.completed.');
  const event = within('event', values.event, 128);
  const result = oneOf('result', values.result ?? 'SUCCESS', RESULTS);
  const failed = result === 'FAILURE';
  return {
    ...from,
    event,
    type: values.type === undefined ? undefined : within('type', values.type, 64),
    result,
    severity: oneOf('severity', values.severity ?? (failed ? 'ERROR' : 'INFO'), SEVERITIES),
    traceId: values['trace-id'] === undefined ? undefined : traceIdOf(values['trace-id']),
    id: values.id === undefined ? undefined : within('id', values.id, 128),
    details: detailsOf(values, `${event} ${failed ? 'failed' : 'succeeded'}`),
    count: countOf(values),
    rate: values.rate === undefined ? undefined : positive('rate', values.rate, 100_000),
    cloudEvent:
      values['cloud-event'] === undefined ? undefined : oneOf('cloud-event', values['cloud-event'], CLOUD_EVENT_MODES),
    brokers: values.brokers === undefined ? undefined : within('brokers', values.brokers, 2_000),
    api: values.api,
  };
};
