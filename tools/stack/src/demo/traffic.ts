import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '@portico/api-client';
import { listEvents } from '@portico/contracts/http/events';
import { createEventSource, pastEvents, type Source } from './event-source.ts';
import { incidents, sending } from './incidents.ts';
import { findSources } from './seed.ts';
import { retryUntilEnded, type Publisher } from './publisher.ts';

/** Past events of a new stack: about `count` events in the last `hours`. */
const PAST = { hours: 96, count: 420 };
const INTERVAL_MS = 500;
/** How often the demo refreshes the list of integrations that can publish. */
const REFRESH_MS = 30_000;
/** Timeout until the events service knows the new integrations. Until then, it rejects their events. */
const DIRECTORY_MS = 30_000;
const POLL_MS = 250;

type Sources = [Source, ...Source[]];
const some = (sources: Source[]): Sources | undefined => {
  const [first, ...others] = sources;
  return first && [first, ...others];
};

/** Waits until the events service knows all integrations in `names`, or until the timeout. */
const untilKnown = async (superAdmin: ApiClient, names: readonly string[], signal: AbortSignal): Promise<void> => {
  const deadline = Date.now() + DIRECTORY_MS;
  while (Date.now() < deadline) {
    const { integrations } = await superAdmin.call(listEvents, { query: { limit: 1 } });
    if (names.every((name) => integrations.includes(name))) return;
    await sleep(POLL_MS, undefined, { signal });
  }
};

/** Publishes only if the list of events is empty. @returns the number of published events. */
export const publishPast = async (
  superAdmin: ApiClient,
  publisher: Publisher,
  names: readonly string[],
  signal: AbortSignal,
): Promise<number> => {
  const { count } = await superAdmin.call(listEvents, { query: { limit: 1 } });
  const sources = some(await findSources(superAdmin));
  if (count > 0 || !sources) return 0;
  await untilKnown(superAdmin, names, signal);
  const events = pastEvents(Math.random, sources, { until: new Date(), ...PAST });
  await publisher.publish(...events);
  return events.length;
};

/** Publishes events until `signal` aborts. Uses the last known sources while the API is unavailable. */
export const publishTraffic = async (
  superAdmin: ApiClient,
  publisher: Publisher,
  signal: AbortSignal,
): Promise<never> => {
  const start = new Date();
  const nextEvent = createEventSource(Math.random, incidents(start));
  const sendingAt = sending(start);
  let sources = some(await retryUntilEnded('API', signal, () => findSources(superAdmin)));
  let refreshAt = Date.now() + REFRESH_MS;
  for (;;) {
    // Varies the interval, to avoid a regular rhythm.
    await sleep(INTERVAL_MS * (0.3 + 1.4 * Math.random()), undefined, { signal });
    if (Date.now() >= refreshAt) {
      const known = sources;
      sources = await findSources(superAdmin).then(some, () => known);
      refreshAt = Date.now() + REFRESH_MS;
    }
    const at = new Date();
    const now = some(sendingAt(sources ?? [], at));
    if (now) await publisher.publish(nextEvent(now, at));
  }
};
