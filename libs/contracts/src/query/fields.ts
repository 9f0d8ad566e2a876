import { RESULTS, SEVERITIES } from '../events/choices.ts';

/**
 * What a value of a field is: one of a few words; a name, in which `*` stands for any text; text, which contains the value; an
 * id, to the letter; a length of time; or any JSON value, at a path in `details`.
 */
export type FieldKind = 'choice' | 'name' | 'text' | 'id' | 'duration' | 'json';
export type Field = {
  name: FieldName;
  /** Its name on screen. */
  label: string;
  kind: FieldKind;
  values?: readonly string[];
  isOrdered?: boolean;
  about: string;
};
export const FIELD_NAMES = [
  'status',
  'severity',
  'type',
  'event',
  'integration',
  'organization',
  'message',
  'trace',
  'subject',
  'id',
  'delay',
  'details',
] as const;
export type FieldName = (typeof FIELD_NAMES)[number];

/** What can be asked for, in the order in which it is offered. */
export const FIELDS: Readonly<Record<FieldName, Field>> = {
  status: { name: 'status', label: 'Status', kind: 'choice', values: RESULTS, about: 'SUCCESS or FAILURE' },
  severity: {
    name: 'severity',
    label: 'Severity',
    kind: 'choice',
    values: SEVERITIES,
    isOrdered: true,
    about: 'TRACE to FATAL; severity:>=WARN',
  },
  type: { name: 'type', label: 'Type', kind: 'name', about: 'the source type' },
  event: { name: 'event', label: 'Event', kind: 'name', about: 'the name of the event; event:payrun.*' },
  integration: {
    name: 'integration',
    label: 'Integration',
    kind: 'name',
    about: 'by its name, or by its id: integration:#7',
  },
  organization: {
    name: 'organization',
    label: 'Organization',
    kind: 'name',
    about: 'by its name, or by its id: organization:#7',
  },
  message: { name: 'message', label: 'Message', kind: 'text', about: 'what the message contains' },
  trace: { name: 'trace', label: 'Trace', kind: 'id', about: 'the trace id' },
  subject: {
    name: 'subject',
    label: 'Subject',
    kind: 'id',
    about: 'what the event is about, to the letter; subject:* has any',
  },
  id: { name: 'id', label: 'Event id', kind: 'id', about: "the event's id" },
  delay: {
    name: 'delay',
    label: 'Delay',
    kind: 'duration',
    isOrdered: true,
    about: 'from happening to arriving; delay:>1m',
  },
  details: {
    name: 'details',
    label: 'Details',
    kind: 'json',
    isOrdered: true,
    about: 'a field of the details; details.amount:>1000',
  },
};

/** Milliseconds of one. */
const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds that a text like `1.5m` says; null when it says none. */
export const readDuration = (text: string): number | null => {
  const [, amount, unit = ''] = /^(-?\d{1,12}(?:\.\d{1,6})?)(ms|s|m|h|d)$/.exec(text) ?? [];
  return amount === undefined ? null : Number(amount) * (UNITS[unit] ?? Number.NaN);
};

/** The number that a text is in JSON; null when it is none, or too large to be told from others. */
export const readNumber = (text: string): number | null => {
  const number = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : null;
};

/** Whether a value would be something else without its quotes. */
export const meansMore = (value: string, kind: FieldKind): boolean =>
  value.includes('*') ||
  value.startsWith('#') ||
  (kind === 'json' && (readNumber(value) !== null || LITERALS.has(value)));
const LITERALS: ReadonlySet<string> = new Set(['true', 'false', 'null']);
