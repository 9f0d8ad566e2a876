import type { EntityClass, EventArgs, EventSubscriber } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';

/** Rows of an entity that the entity manager writes. With `property`, only rows in which this property changes. */
export type Written = { entity: EntityClass<object>; property?: string };

/**
 * Calls `committed` after each transaction of this process that wrote one of these rows. Does not detect rows that a raw SQL statement
 * writes, so a consumer of such rows must poll.
 */
export function afterCommitOf(em: EntityManager, rows: readonly Written[], committed: () => void): void {
  const writing = new WeakSet<object>();
  const note = ({ em: own, entity, changeSet }: EventArgs<object>): void => {
    const isMeant = rows.some(
      (row) =>
        entity instanceof row.entity && (row.property === undefined || row.property in (changeSet?.payload ?? {})),
    );
    if (isMeant) writing.add(own);
  };
  const subscriber: EventSubscriber = {
    getSubscribedEntities: () => rows.map(({ entity }) => entity),
    afterCreate: note,
    afterUpdate: note,
    afterTransactionCommit: ({ em: own }) => {
      if (writing.delete(own)) committed();
    },
  };
  em.getEventManager().registerSubscriber(subscriber);
}
