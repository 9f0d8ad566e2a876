import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '@portico/api-client';
import { listEvents } from '@portico/contracts/http/events';
import { createEventSource, pastEvents } from './event-source.ts';
import type { Player } from './event-source.ts';
import { findPlayers } from './seed.ts';
import { persist } from './publisher.ts';
import type { Stage } from './publisher.ts';

/** A newcomer finds as much as some days would have brought. */
const PAST = { hours: 96, count: 420 };
/** Milliseconds between two events, on average: two a second. */
const PACE = 500;
/** How often the demo looks which of its integrations can still publish. */
const LOOK_EVERY = 30_000;
/** Longest wait for the events service to know the new integrations; until then it refuses their events. */
const DIRECTORY_MS = 30_000;
const POLL = 250;

type Players = [Player, ...Player[]];
const some = (players: Player[]): Players | undefined => {
  const [first, ...others] = players;
  return first && [first, ...others];
};

/** Waits until the events service names each of `names` among the integrations, or has had time enough. */
const untilKnown = async (superAdmin: ApiClient, names: readonly string[], signal: AbortSignal): Promise<void> => {
  const deadline = Date.now() + DIRECTORY_MS;
  while (Date.now() < deadline) {
    const { integrations } = await superAdmin.call(listEvents, { query: { limit: 1 } });
    if (names.every((name) => integrations.includes(name))) return;
    await sleep(POLL, undefined, { signal });
  }
};

/** Publishes some days of past events, once: only while the list of events is empty. @returns how many. */
export const publishPast = async (
  superAdmin: ApiClient,
  stage: Stage,
  names: readonly string[],
  signal: AbortSignal,
): Promise<number> => {
  const { count } = await superAdmin.call(listEvents, { query: { limit: 1 } });
  const players = some(await findPlayers(superAdmin));
  if (count > 0 || !players) return 0;
  await untilKnown(superAdmin, names, signal);
  const events = pastEvents(Math.random, players, { until: new Date(), ...PAST });
  await stage.publish(...events);
  return events.length;
};

/** Publishes about two events a second until `signal` ends it. The API may be away meanwhile. */
export const play = async (superAdmin: ApiClient, stage: Stage, signal: AbortSignal): Promise<never> => {
  const nextEvent = createEventSource(Math.random);
  let players = some(await persist('API', signal, () => findPlayers(superAdmin)));
  let lookAt = Date.now() + LOOK_EVERY;
  for (;;) {
    // Between 0.3 and 1.7 of the pace, so that it does not tick like a clock.
    await sleep(PACE * (0.3 + 1.4 * Math.random()), undefined, { signal });
    if (Date.now() >= lookAt) {
      const known = players;
      players = await findPlayers(superAdmin).then(some, () => known);
      lookAt = Date.now() + LOOK_EVERY;
    }
    if (players) await stage.publish(nextEvent(players, new Date()));
  }
};
