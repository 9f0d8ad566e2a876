import type { Redrive, RedriveCorrection, RedrivePreview } from '@portico/contracts/http/redrives';
import { type Call, eventually, read } from '@portico/testkit';
import { integrationEvent } from '@portico/testkit/integration-event';
import type { EventsStack } from './events-stack.ts';

/** Returns an event with an invalid result, and with a number in its details that a parser would round. */
export const brokenText = (id: string, result = 'OK'): string => {
  const { details: _, ...event } = integrationEvent({ id });
  return JSON.stringify({ ...event, result }).replace(
    /}$/,
    `, "details": {"message": "paid", "exact": 12345678901234567890.10}}`,
  );
};

export const MAP: RedriveCorrection = { pointer: '/result', values: { OK: 'SUCCESS', BAD: 'FAILURE' } };

/** Publishes broken events with a unique word as integration 1, whose sender is authenticated, and waits until all are rejected. */
export async function rejectMany(
  { stack, admin }: { stack: EventsStack; admin: Call },
  word: string,
  texts: readonly string[],
): Promise<void> {
  const count = async () => (await read<{ count: number }>(admin, `/events/rejected?query=${word}`)).count;
  const before = await count();
  for (let from = 0; from < texts.length; from += 500)
    await stack.publisher.publishThroughDoor(1, ...texts.slice(from, from + 500));
  await eventually(async () => (await count()) === before + texts.length, 60_000);
}

export async function post<Body>(call: Call, path: string, sent?: unknown): Promise<Body> {
  const { status, body } = await call('POST', path, sent);
  if (status >= 300) throw new Error(`POST ${path} answered ${status}: ${JSON.stringify(body)}`);
  return body as Body;
}

export const preview = (call: Call, correction: RedriveCorrection, filter: object = {}): Promise<RedrivePreview> =>
  post(call, '/events/redrives/preview', { filter: { integration: 1, ...filter }, correction });
export const start = (call: Call, correction: RedriveCorrection, filter: object = {}): Promise<Redrive> =>
  post(call, '/events/redrives', { filter: { integration: 1, ...filter }, correction });
export const runOf = (call: Call, id: string): Promise<Redrive> => read(call, `/events/redrives/${id}`);

type Reported = { event_id: string; outcome: string; is_listed: boolean; reason: string };
export async function reportOf(call: Call, id: string): Promise<Reported[]> {
  const { body } = await call('GET', `/events/redrives/${id}/report?format=ndjson`);
  const lines = String(body).trim();
  return lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line) as Reported);
}
