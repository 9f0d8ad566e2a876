import { identityOf } from '@portico/contracts/events/integration-event';
import type { StorableEvent } from '../judge/judged-message.ts';
import type { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { storedContents, storedIdentities } from '../table/stored-events.ts';
import { contentOf, isSameContent } from './same-content.ts';

/** What becomes of the events of a batch that have one identity. */
export type Identities = {
  /** To be stored, unless it is: one of each identity, in order of arrival. */
  first: StorableEvent[];
  /** They say what a first one says. */
  repeats: ReadonlyMap<StorableEvent, readonly StorableEvent[]>;
  /** They say something else than what has their identity. */
  reused: StorableEvent[];
};

const isSame = (a: StorableEvent, b: StorableEvent): boolean => isSameContent(contentOf(a), contentOf(b));

/**
 * Of events with one identity the stored one has it, whichever of the batch came first; of none that is stored the first has it.
 * Looks only at those that contradict each other: the others are compared when they are stored.
 */
export async function byIdentity(clickhouse: ClickHouse, events: readonly StorableEvent[]): Promise<Identities> {
  const groups = [...Map.groupBy(events, ({ event }) => identityOf(event)).values()];
  const contested = groups.filter(([first, ...others]) => first && others.some((other) => !isSame(first, other)));
  const wanted = contested.flat();
  const stored = await storedIdentities(
    clickhouse,
    wanted.map(({ event }) => event),
  );
  const contents = await storedContents(clickhouse, wanted.map(contentOf));

  const owners = new Set<StorableEvent>();
  const repeats = new Map<StorableEvent, StorableEvent[]>();
  const reused: StorableEvent[] = [];
  for (const group of groups) {
    const [first] = group;
    if (!first) continue;
    const key = identityOf(first.event);
    const content = contents.get(key);
    const owner = stored.has(key) ? group.find((one) => content && isSameContent(contentOf(one), content)) : first;
    if (owner) owners.add(owner);
    for (const one of group) {
      if (one === owner) continue;
      if (owner && isSame(one, owner)) repeats.set(owner, [...(repeats.get(owner) ?? []), one]);
      else reused.push(one);
    }
  }
  return { first: events.filter((event) => owners.has(event)), repeats, reused };
}
