import { hash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import type { IncomingHttpHeaders } from 'node:http';
import { type Preset, sourceOf } from '@portico/contracts/common/hooks';
import { applyMapping, type Mapping } from '@portico/contracts/events/mapping';
import { NAME_PATTERN } from '@portico/contracts/events/integration-event';
import { Problem } from '@portico/service';
import { isForeign } from '../../judge/cloud-event.ts';
import type { Framing } from '../body/framing.ts';
import { readValue } from '../body/split.ts';
import type { Value } from '../body/value.ts';

const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?(?:json|plain)\s*(?:;|$)/i;
const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;

/** The paths of an event's fields in a delivery, by preset. The mapping of an integration takes precedence. */
const FIELDS: Readonly<Record<Preset, Mapping>> = {
  'standard-webhooks': { name: '/type', time: '/timestamp' },
  stripe: { name: '/type', time: '/created', id: '/id' },
  github: {},
  hmac: {},
  basic: {},
};
/** Headers with the id of a delivery. */
const ID_HEADERS = ['webhook-id', 'svix-id', 'x-github-delivery'];
/** Headers with the event type. */
const NAME_HEADERS = ['x-github-event'];
/** Name of an event whose sender provides no valid event type. */
const DEFAULT_NAME = 'webhook';

const isText = (value: unknown, max: number): value is string =>
  typeof value === 'string' && value !== '' && value.length <= max && NAME_PATTERN.test(value) && value.isWellFormed();

/** @throws Problem `unsupported_media_type` for a body that is neither JSON nor a form, or is compressed. */
export function checkMedia({
  'content-type': type,
  'content-encoding': encoding = 'identity',
}: IncomingHttpHeaders): void {
  if (type !== undefined && !JSON_TYPE.test(type) && !FORM_TYPE.test(type))
    throw new Problem('unsupported_media_type', 'The content type should be application/json or a form');
  if (encoding !== 'identity')
    throw new Problem(
      'unsupported_media_type',
      'The body should not be compressed, because the signature covers the body as sent',
    );
}

/**
 * Converts a delivery to a binary-mode CloudEvent with the body as its data, so that deliveries are read like other events. The id is
 * the sender's id, or a digest of the body if the sender provides none, so that repeated deliveries count once.
 * @throws Problem `malformed_request` for an empty body.
 */
export function toCloudEvent(
  preset: Preset,
  headers: IncomingHttpHeaders,
  body: Buffer,
): { value: Value; headers: Framing['headers'] } {
  const value = readValue(FORM_TYPE.test(headers['content-type'] ?? '') ? jsonOfForm(body) : body);
  if (body.length === 0) throw new Problem('malformed_request', 'The body is empty');
  const found = applyMapping(FIELDS[preset], 'json' in value ? value.json : null);
  const first = (names: readonly string[]): unknown =>
    names.map((name) => headers[name]).find((one) => one !== undefined);
  const [id, name] = [found.id ?? first(ID_HEADERS), found.name ?? first(NAME_HEADERS)];
  const time = typeof found.time === 'string' && !Number.isNaN(Date.parse(found.time)) ? found.time : undefined;
  return {
    value,
    headers: {
      'content-type': 'application/json',
      ce_specversion: '1.0',
      ce_id: isText(id, 128) ? id : hash('sha256', body).slice(0, 32),
      ce_source: sourceOf(preset),
      ce_type: isText(name, 128) && isForeign(name) ? name : DEFAULT_NAME,
      ...(time !== undefined && { ce_time: time }),
    },
  };
}

/** Converts a form to JSON: the field `payload`, which GitHub sends, or an object of all fields. Invalid UTF-8 stays unchanged. */
function jsonOfForm(body: Buffer): Buffer {
  if (!isUtf8(body)) return body;
  const form = new URLSearchParams(body.toString());
  const payload = form.get('payload');
  if (payload !== null) return Buffer.from(payload);
  const fields = [...new Set(form.keys())].map((name) => {
    const values = form.getAll(name);
    return [name, values.length === 1 ? values[0] : values];
  });
  return Buffer.from(JSON.stringify(Object.fromEntries(fields)));
}
