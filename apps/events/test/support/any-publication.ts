import { identityOf, type IntegrationEvent, type RejectionCode } from '@portico/contracts/events/integration-event';
import { RECENTLY } from '@portico/testkit/integration-event';
import fc from 'fast-check';
import { anyEvent } from './any-event.ts';

const DAY = 24 * 60 * 60 * 1_000;
/** Milliseconds that move the timestamps of {@link anyEvent} from January 2026 to the recent past. A multiple of a day. */
const SHIFT = RECENTLY - 4 * DAY - Date.UTC(2026, 0, 2);
export const shifted = (moment: string): string => new Date(Date.parse(moment) + SHIFT).toISOString();

/** The starts of this month and the previous one. */
const MONTHS = [0, -1].map((back) => {
  const now = new Date(RECENTLY);
  return Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + back, 1);
});
/** Additional members of details that a JavaScript parser would lose or change. */
const EXTRAS = [
  '"big":12345678901234567890',
  '"small":-0.10000000000000000001',
  '"__proto__":{"polluted":true}',
  '"twice":1,"twice":2',
  '"half":"\\ud800"',
  '"escaped":"\\u0041\\/"',
  '"2":1,"1":2',
  '"deep":[[{"a":[null,true]}]]',
];
const STRANGE = ['\u2028', '\u2029', '\u0085', '\uFEFF', '\u0000', '\u0001', '\u001B[2J', '\u007F', '\u202E', '👩‍👩‍👧'];
const ZONES = [0, 330, -210, 840, -720];

/** A publication and its expected result. Publications with the same identity have the same `key`. */
type Publication = { key: string; value: string } & (
  | { outcome: 'accepted'; event: IntegrationEvent; details: string }
  | { outcome: 'known' }
  | { outcome: 'rejected'; code: RejectionCode }
);
type Accepted = Extract<Publication, { outcome: 'accepted' }>;

/**
 * Formats a time in a time zone.
 * @param zone - offset of the time zone in minutes.
 */
function inZone(moment: string, zone: number): string {
  if (zone === 0) return moment;
  const local = new Date(Date.parse(moment) + zone * 60_000).toISOString().slice(0, -1);
  const [hours, minutes] = [Math.floor(Math.abs(zone) / 60), Math.abs(zone) % 60];
  return `${local}${zone < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(minutes).padStart(2, '0')}`;
}

/** Returns the event as JSON with `details` as the text of its details. */
const textOf = (event: object, details: string): string =>
  `${JSON.stringify({ ...event, details: undefined }).slice(0, -1)},"details":${details}}`;

/** Returns the event as a foreign CloudEvent. */
const foreignTextOf = (event: IntegrationEvent, details: string): string => {
  const { id, source_type: source, event_name: type, timestamp: time, result, severity_text: severitytext } = event;
  const attributes = { specversion: '1.0', id, source, type, time, result, severitytext, sourceid: event.source_id };
  const traceparent = `00-${event.trace_id}-00f067aa0ba902b7-01`;
  return `${JSON.stringify({ ...attributes, traceparent }).slice(0, -1)},"data":${details}}`;
};

/** Generates publications. Publications with the same identity share a key, so that their order is defined. */
export function publications(count: number, seed: number, choose: (below: number) => number): Publication[] {
  const made: Publication[] = [];
  const accepted = new Map<string, Accepted>();
  const known: Accepted[] = [];

  const fresh = (event: IntegrationEvent): Accepted => {
    const message = event.details.message + (choose(3) === 0 ? (STRANGE[choose(STRANGE.length)] ?? '') : '');
    const extra = choose(3) === 0 ? `,${EXTRAS[choose(EXTRAS.length)] ?? ''}` : '';
    const details = `{"message":${JSON.stringify(message)}${extra}}`;
    const whole = { ...event, details: { message } };
    const zoned = { ...event, timestamp: inZone(event.timestamp, ZONES[choose(ZONES.length)] ?? 0) };
    const isForeign = !/^0+$/.test(event.trace_id) && choose(6) === 0;
    const value = isForeign ? foreignTextOf(zoned, details) : textOf(zoned, details);
    return { outcome: 'accepted', key: identityOf(event), value, event: whole, details };
  };
  const rejected = (event: IntegrationEvent): Publication => {
    const at = (moment: number): string => new Date(moment).toISOString();
    const faults: [RejectionCode, string][] = [
      ['not_json', `{"id":${choose(100)}`],
      ['not_an_object', '[1,2]'],
      ['invalid_field', JSON.stringify({ ...event, result: 'OK' })],
      ['invalid_field', JSON.stringify({ ...event, timestamp: '2026-11-20T10:00:00' })],
      ['too_old', JSON.stringify({ ...event, timestamp: at(Date.now() - 91 * DAY) })],
      ['in_the_future', JSON.stringify({ ...event, timestamp: at(Date.now() + DAY) })],
      ['unknown_integration', JSON.stringify({ ...event, source_id: 99 })],
      ['wrong_organization', JSON.stringify({ ...event, organization_id: event.organization_id + 1 })],
      ['invalid_cloud_event', JSON.stringify({ specversion: '2.0', data: event })],
    ];
    const [code, value] = faults[choose(faults.length)] ?? ['not_json', ''];
    return { outcome: 'rejected', code, key: identityOf(event), value };
  };

  for (const [number, any] of fc.sample(anyEvent, { numRuns: count, seed }).entries()) {
    const month = MONTHS[choose(MONTHS.length)] ?? 0;
    const timestamp = choose(5) === 0 ? new Date(month + choose(5) - 2).toISOString() : shifted(any.timestamp);
    const id = choose(20) === 0 ? `${number} '"\\ \u2028${STRANGE[choose(STRANGE.length)]}` : `event-${number}`;
    const event = { ...any, id, timestamp, organization_id: any.source_id };
    const earlier = known[choose(Math.max(1, known.length))];
    const kind = choose(20);
    if (kind < 2) made.push(rejected(event));
    else if (earlier && kind < 5) made.push({ outcome: 'known', key: earlier.key, value: earlier.value });
    else if (earlier && kind === 5) {
      const value = textOf(earlier.event, '{"message":"something else"}');
      made.push({ outcome: 'rejected', code: 'id_reused', key: earlier.key, value });
    } else {
      const one = fresh(earlier && kind === 6 ? { ...event, id: earlier.event.id } : event);
      if (accepted.has(one.key)) continue; // the same integration already has an event with this id
      accepted.set(one.key, one);
      known.push(one);
      made.push(one);
    }
  }
  return made;
}
