import { identityOf } from '@portico/contracts/events/integration-event';
import { inTurns } from '../judge/in-turns.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import type { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { storedContents, storedIdentities } from '../table/stored-events.ts';
import { contentOf, isSameContent } from './same-content.ts';

/** The events of a batch by their identities. */
export type Identities = {
  /** The events to store unless they are stored already: one for each identity, in order of arrival. */
  first: AcceptedEvent[];
  /** Further events with the same identity and content, by the event in `first`. */
  repeats: ReadonlyMap<AcceptedEvent, readonly AcceptedEvent[]>;
  /** Events that reuse the identity of an event with different content. */
  reused: AcceptedEvent[];
};

/** Events per turn of the event loop, about three milliseconds. */
const A_TURN = 2_000;

const isSame = (a: AcceptedEvent, b: AcceptedEvent): boolean => {
  const content = contentOf(a);
  const { timestamp } = a.hasOwnTime && b.hasOwnTime ? content : contentOf(b);
  return isSameContent({ ...content, timestamp }, contentOf(b));
};

/**
 * Groups events with the same identity. Compares whole identities, because different identities may share the first half of their hashes.
 */
async function groupsOf(events: readonly AcceptedEvent[]): Promise<AcceptedEvent[][]> {
  const firsts = new Map<number, AcceptedEvent>();
  const groups = new Map<string, AcceptedEvent[]>();
  await inTurns(events, A_TURN, (some) => {
    for (const one of some) {
      const first = firsts.get(one.identityHash.one);
      if (!first) {
        firsts.set(one.identityHash.one, one);
        continue;
      }
      if (!groups.has(identityOf(first.event))) groups.set(identityOf(first.event), [first]);
      const key = identityOf(one.event);
      const group = groups.get(key);
      if (group) group.push(one);
      else groups.set(key, [one]);
    }
  });
  return [...groups.values()].filter(({ length }) => length > 1);
}

/**
 * Decides which of several events owns an identity: the stored event, otherwise the first event in the batch. Queries only identities
 * with contradicting events. The store compares all other events before it inserts them.
 */
export async function byIdentity(clickhouse: ClickHouse, events: readonly AcceptedEvent[]): Promise<Identities> {
  const groups = await groupsOf(events);
  if (groups.length === 0) return { first: [...events], repeats: new Map(), reused: [] };
  const contested = groups.filter(([first, ...others]) => first && others.some((other) => !isSame(first, other)));
  const wanted = contested.flat();
  const stored = await storedIdentities(
    clickhouse,
    wanted.map(({ event }) => event),
  );
  const contents = await storedContents(clickhouse, wanted.map(contentOf));

  const dropped = new Set<AcceptedEvent>();
  const repeats = new Map<AcceptedEvent, AcceptedEvent[]>();
  const reused: AcceptedEvent[] = [];
  for (const group of groups) {
    const [first] = group;
    if (!first) continue;
    const key = identityOf(first.event);
    const content = contents.get(key);
    const owner = stored.has(key) ? group.find((one) => content && isSameContent(contentOf(one), content)) : first;
    for (const one of group) {
      if (one === owner) continue;
      dropped.add(one);
      if (owner && isSame(one, owner)) repeats.set(owner, [...(repeats.get(owner) ?? []), one]);
      else reused.push(one);
    }
  }
  return { first: events.filter((event) => !dropped.has(event)), repeats, reused };
}
