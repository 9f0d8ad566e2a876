import type { Quota } from '@portico/contracts/common/trust';
import { type Amount, DAY, MINUTE, type Usage } from './usage.ts';

/** A limit as publishers see it. `remaining`: the unused part. `reset`: seconds until the limit resets. */
export type Limit = { of: 'events' | 'bytes'; limit: number; remaining: number; reset: number };

/** The result of counting. `limit`: the exceeded limit, otherwise the limit of events per minute. `giveBack` undoes the count. */
export type Grant = { isOver: false; limit: Limit; giveBack: () => void } | { isOver: true; limit: Limit };

type Wanted = { integration: number; amount: Amount; quota: Quota };

/**
 * Counts the amount if all of it is within the limits. Otherwise counts nothing.
 * @param now - milliseconds since 1970.
 */
export function takeAt(usage: Usage, { integration, amount, quota }: Wanted, now: number): Grant {
  const used = usage.used(integration, now);
  const ofEvents = limitOf('events', quota.eventsPerMinute, used.events, amount.events, now);
  const ofBytes = limitOf('bytes', quota.bytesPerDay, used.bytes, amount.bytes, now);
  // If both limits are exceeded, the wait for the next day applies, because it is longer.
  if (ofBytes.isOver) return ofBytes;
  if (ofEvents.isOver) return ofEvents;
  usage.add(integration, amount, now);
  const returned = { events: -amount.events, bytes: -amount.bytes };
  return { isOver: false, limit: ofEvents.limit, giveBack: () => usage.add(integration, returned, now) };
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
