import { isUtf8 } from 'node:buffer';
import {
  IntegrationEvent,
  MAX_AHEAD_MINUTES,
  MAX_EVENT_BYTES,
  MAX_LATE_DAYS,
  type RejectionCode,
} from '@portico/contracts/events/integration-event';
import { wording } from '@portico/contracts/common/error-map';
import type { IntegrationState } from '@portico/contracts/events/integrations';
import type { Derived } from '@portico/contracts/query/fields';
import type { z } from 'zod';
import { withoutMark } from './byte-order-mark.ts';
import { derivedOf } from './derived.ts';
import { type Headers, unwrap, type Unwrapped } from './cloud-event.ts';
import {
  type Foreign,
  namedIntegration,
  namedOrganization,
  pointed as pointedIn,
  readForeign,
} from './foreign-event.ts';
import { isJsonObject, memberText } from '@portico/contracts/common/json-text';
import { type Rejected, reject, rejectInvalid } from './rejection.ts';
import { readEvent, type ValidEvent } from './valid-event.ts';

/** The integrations that existed at a time, in milliseconds since 1970. */
export type Integrations = { integration: (id: number, at: number) => IntegrationState | undefined };

/**
 * The authenticated sender of a message: the id of the integration that published the message; null for the shared topic, whose
 * senders are unknown; undefined for a message that is not published yet.
 */
export type Sender = number | null | undefined;

/**
 * An accepted event; `event.timestamp` is in UTC with milliseconds. `details`: the exact JSON text of its details; `event.details`:
 * the parsed value. `derived`: see {@link derivedOf}. `hasOwnTime`: false if the event had no timestamp and got its arrival time.
 */
export type Accepted = Readable & { details: string; derived: Derived; hasOwnTime: boolean };
type Readable = { ok: true } & ValidEvent;
export type Verdict = Accepted | Rejected;

/** Earliest timestamp of an event, in milliseconds since 1970. */
const FIRST_MOMENT = 0;
/** Exclusive end of an event's timestamps, in milliseconds since 1970. */
export const LAST_MOMENT = Date.UTC(2200, 0, 1);
/** Maximum milliseconds by which an event's timestamp may precede its arrival. */
const MAX_LATE = MAX_LATE_DAYS * 24 * 60 * 60 * 1_000;
/** Maximum milliseconds by which an event's timestamp may follow its arrival. */
const MAX_AHEAD = MAX_AHEAD_MINUTES * 60 * 1_000;
/** Maximum nesting of `details`. Deeper JSON would break consumers that serialize recursively. */
const MAX_DEPTH = 100;

/**
 * Validates one published message, with the same result for the store and for live viewers. A pure function. A rejection contains the
 * first fault and its pointer into the published value.
 * @param arrivedAt - milliseconds since 1970 by Kafka's clock, so that a delayed event is validated as of its arrival, with
 * the integrations of that time.
 * @param sender - an event of an authenticated sender is rejected unless its `source_id` is the sender.
 */
export function accept(
  value: Buffer | null,
  headers: Headers,
  integrations: Integrations,
  arrivedAt: number,
  sender?: Sender,
): Verdict {
  const parsed = parse(value);
  if (!parsed.ok) return parsed;
  const unwrapped = unwrap(parsed.json, headers, parsed.text);
  if (!unwrapped.ok) return unwrapped;
  if (unwrapped.foreign) return acceptForeign(unwrapped, unwrapped.foreign, integrations, { arrivedAt, sender });
  const checked = check(unwrapped.event, unwrapped.at, arrivedAt);
  if (!checked.ok) return pointed(checked, unwrapped);
  const rejected =
    authorizeSender(checked.event, unwrapped.at, sender) ??
    authorize(checked.event, unwrapped.at, integrations, arrivedAt, sender);
  return rejected ? pointed(rejected, unwrapped) : accepted(checked, parsed.text, unwrapped);
}

/** Validates a foreign CloudEvent. It belongs to the integration that sent it, and by default to that integration's organization. */
function acceptForeign(
  { attributes }: Unwrapped,
  foreign: Foreign,
  integrations: Integrations,
  { arrivedAt, sender }: { arrivedAt: number; sender: Sender },
): Verdict {
  const source_id = sender || namedIntegration(foreign);
  const known = typeof source_id === 'number' ? integrations.integration(source_id, arrivedAt) : undefined;
  if (typeof source_id === 'number' && !known)
    return reject('unknown_integration', `there is no integration ${source_id}`);
  if (known?.organizationId === null)
    return reject('wrong_organization', `integration ${known.id} does not belong to any organization`);
  const organization_id = namedOrganization(foreign) ?? known?.organizationId;
  const around = { source_id, organization_id, arrivedAt, mapping: known?.mapping };
  const { event: read, details, subject, hasOwnTime, places } = readForeign(foreign, around);
  const checked = check(read, '', arrivedAt);
  if (!checked.ok) return pointedIn(checked, foreign, places);
  const { event, moment } = checked;
  const rejected = authorizeSender(event, '', sender) ?? authorize(event, '', integrations, arrivedAt, sender);
  return rejected
    ? pointedIn(rejected, foreign, places)
    : { ok: true, event, moment, details, derived: derivedOf({ ...attributes, subject }, event.details), hasOwnTime };
}

const accepted = ({ event, moment }: ValidEvent, text: string, unwrapped: Unwrapped): Accepted => ({
  ok: true,
  event,
  moment,
  details: detailsText(text, unwrapped),
  derived: derivedOf(unwrapped.attributes, event.details),
  hasOwnTime: true,
});

/** Points a fault within base64 data to the whole base64 value, because no JSON pointer leads into base64. */
const pointed = (rejected: Rejected, { at, decoded }: Unwrapped): Rejected =>
  decoded === undefined ? rejected : { ...rejected, rejection: { ...rejected.rejection, pointer: at } };

const OF_DIRECTORY: ReadonlySet<RejectionCode> = new Set([
  'unknown_integration',
  'inactive_integration',
  'use_your_own_door',
  'wrong_organization',
]);

/** Whether a later validation could accept the event, because its integration may have just been created or changed. */
export const mayChange = (verdict: Verdict): boolean => !verdict.ok && OF_DIRECTORY.has(verdict.rejection.code);

function detailsText(value: string, { at, decoded }: Unwrapped): string {
  const event = decoded ?? (at === '' ? value : memberText(value, at.slice(1)));
  const details = event === null ? null : memberText(event, 'details');
  if (details === null) throw new Error('an accepted event has no details');
  return details;
}

function parse(value: Buffer | null): { ok: true; json: unknown; text: string } | Rejected {
  if (value === null || value.length === 0) return reject('not_json', 'the value is empty');
  if (value.length > MAX_EVENT_BYTES)
    return reject('too_large', `the value has ${value.length} bytes, at most ${MAX_EVENT_BYTES} are accepted`);
  if (!isUtf8(value)) return reject('not_json', 'the value is not UTF-8');
  try {
    const text = withoutMark(value).toString();
    const json: unknown = JSON.parse(text);
    return { ok: true, json, text };
  } catch (error) {
    return reject('not_json', `the value is not JSON${placeIn(String(error))}`);
  }
}

/** Returns the location of a syntax error, if the parser's message contains one. Drops the rest of the message, which is for developers. */
function placeIn(message: string): string {
  if (message.includes('Unexpected end')) return ': it is incomplete';
  const [, line, column] = /\(line (\d+) column (\d+)\)/.exec(message) ?? [];
  return line === undefined ? '' : `: see line ${line}, column ${column}`;
}

function check(value: unknown, at: string, arrivedAt: number): Readable | Rejected {
  if (!isJsonObject(value)) return reject('not_an_object', 'the event should be a JSON object', at);
  const valid = readEvent(value) ?? explain(value);
  if ('error' in valid) return rejectInvalid('invalid_field', valid.error, at);
  const { event, moment } = valid;
  if (!(moment >= FIRST_MOMENT && moment < LAST_MOMENT))
    return reject('invalid_field', 'timestamp should lie between the years 1970 and 2199', `${at}/timestamp`);
  if (moment < arrivedAt - MAX_LATE)
    return reject('too_old', `timestamp lies over ${MAX_LATE_DAYS} days before the arrival`, `${at}/timestamp`);
  if (moment > arrivedAt + MAX_AHEAD)
    return reject(
      'in_the_future',
      `timestamp lies over ${MAX_AHEAD_MINUTES} minutes after the arrival`,
      `${at}/timestamp`,
    );
  const illFormed = illFormedField(event);
  if (illFormed !== null)
    return reject(
      'invalid_field',
      `${illFormed} has half of a surrogate pair, which is not text`,
      `${at}/${illFormed}`,
    );
  if (isDeeper(event.details, MAX_DEPTH))
    return reject('invalid_field', `details should be nested at most ${MAX_DEPTH} deep`, `${at}/details`);
  return { ok: true, event, moment };
}

/** Parses an event with the contract's own parser, which reports the faults. The fast parser has already rejected this event. */
function explain(value: object): ValidEvent | { error: z.core.$ZodError } {
  const { data, error } = IntegrationEvent.safeParse(value, { error: wording });
  return error ? { error } : { event: data, moment: Date.parse(data.timestamp) };
}

/** Rejects an event of an authenticated sender unless its `source_id` is the sender. */
function authorizeSender({ source_id }: IntegrationEvent, at: string, sender: Sender): Rejected | null {
  if (sender === null || sender === undefined || sender === source_id) return null;
  const reason = `integration ${sender} sent this event, but its source_id names integration ${source_id}`;
  return reject('not_your_integration', reason, `${at}/source_id`);
}

function authorize(
  event: IntegrationEvent,
  at: string,
  integrations: Integrations,
  arrivedAt: number,
  sender: Sender,
): Rejected | null {
  const integration = integrations.integration(event.source_id, arrivedAt);
  if (!integration)
    return reject('unknown_integration', `there is no integration ${event.source_id}`, `${at}/source_id`);
  if (!integration.active)
    return reject('inactive_integration', `integration ${event.source_id} is not active`, `${at}/source_id`);
  if (sender === null && integration.trust === 'enforce')
    return reject(
      'use_your_own_door',
      `integration ${event.source_id} accepts no events from the shared topic, publish with a key of the integration`,
      `${at}/source_id`,
    );
  if (integration.organizationId !== event.organization_id)
    return reject(
      'wrong_organization',
      `integration ${event.source_id} does not belong to organization ${event.organization_id}`,
      `${at}/organization_id`,
    );
  return null;
}

/**
 * Returns the field that contains half a surrogate pair, or null. Ignores other texts in `details`, where such a half is stored as its
 * escape.
 */
function illFormedField({ id, source_type, event_name, details }: IntegrationEvent): string | null {
  if (!id.isWellFormed()) return 'id';
  if (!source_type.isWellFormed()) return 'source_type';
  if (!event_name.isWellFormed()) return 'event_name';
  return details.message.isWellFormed() ? null : 'details/message';
}

function isDeeper(value: unknown, limit: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (limit === 0) return true;
  for (const member of Object.values(value)) if (isDeeper(member, limit - 1)) return true;
  return false;
}
