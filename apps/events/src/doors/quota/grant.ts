import type { Quota } from '@portico/contracts/common/trust';
import { type Amount, DAY, MINUTE, type Usage } from './usage.ts';

/** A limit as publishers see it: the rest, and the seconds until it resets. */
export type Limit = { of: 'events' | 'bytes'; limit: number; remaining: number; reset: number };

/** `limit`: of the minute's events, or the exceeded one. `giveBack`: for events that were not published. */
export type Grant = { isOver: false; limit: Limit; giveBack: () => void } | { isOver: true; limit: Limit };

type Wanted = { integration: number; amount: Amount; quota: Quota };

/**
 * Counts the whole amount, or nothing if it does not fit.
 * @param now - milliseconds since 1970.
 */
export function takeAt(usage: Usage, { integration, amount, quota }: Wanted, now: number): Grant {
  const used = usage.used(integration, now);
  const ofEvents = limitOf('events', quota.eventsPerMinute, used.events, amount.events, now);
  const ofBytes = limitOf('bytes', quota.bytesPerDay, used.bytes, amount.bytes, now);
  // The longer wait applies.
  if (ofBytes.isOver) return ofBytes;
  if (ofEvents.isOver) return ofEvents;
  usage.add(integration, amount, now);
  const given = { events: -amount.events, bytes: -amount.bytes };
  return { isOver: false, limit: ofEvents.limit, giveBack: () => usage.add(integration, given, now) };
}

function limitOf(
  of: Limit['of'],
  limit: number,
  used: number,
  wanted: number,
  now: number,
): { isOver: true; limit: Limit } | { isOver: false; limit: Limit } {
  const isOver = wanted > 0 && used + wanted > limit;
  const length = of === 'events' ? MINUTE : DAY;
  const remaining = Math.max(0, limit - used - (isOver ? 0 : wanted));
  return { isOver, limit: { of, limit, remaining, reset: Math.ceil((length - (now % length)) / 1_000) } };
}
