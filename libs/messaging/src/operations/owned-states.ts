import { isDeepStrictEqual } from 'node:util';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { AggregateState, StateTopic } from '@portico/contracts/events/domain-event';
import type { Kafka } from '@portico/kafka';
import { Outbox } from '../outbox/outbox.ts';
import type { Difference, Found } from './difference.ts';
import { newestStates } from './newest-states.ts';

/** The service that an operation runs for, and its connections. */
export type Place = { service: string; orm: MikroORM; kafka: Kafka };

/** States that a service owns and publishes. */
export type OwnedStates = {
  topic: string;
  compare: (place: Place) => Promise<Found>;
  /**
   * Publishes every state again, with a version above those of the database and the topic.
   * @param endMissing - also publishes a deletion for states that exist only in the topic.
   * @returns the number of published states.
   */
  republish: (place: Place, endMissing: boolean, progress: (count: number) => void) => Promise<number>;
};

type Row = { id: number; version: number };

type Owned<State, OwnedRow> = {
  /** The table that assigns the ids of the aggregates. */
  table: string;
  /** Returns the next rows with an id above `after`, with the same locks that other writers of these rows use. */
  lock: (em: EntityManager, after: number, limit: number) => Promise<OwnedRow[]>;
  toState: (row: OwnedRow) => State;
  /** Returns the key by which readers identify an aggregate. By default, this is the aggregate's id. */
  identify?: (state: State) => string;
  /** Whether the service publishes a last state for a deleted aggregate. Default: true. */
  ends?: boolean;
  /**
   * Updates fields of the row that depend on the new version.
   * @param seen - the topic's newest state.
   */
  raise?: (row: OwnedRow, seen: State) => void;
};

/** Rows per transaction. With this number, the row locks delay the service only by milliseconds. */
const BATCH = 500;

export function owned<State extends AggregateState, OwnedRow extends Row>(
  topic: StateTopic<State>,
  { table, lock, toState, identify = ({ id }) => String(id), ends = true, raise }: Owned<State, OwnedRow>,
): OwnedStates {
  const seenIn = ({ kafka, service }: Place): Promise<Map<string, State>> =>
    newestStates(kafka, service, topic, identify);

  /** Calls `work` for each row, in transactions of {@link BATCH}. */
  const eachRow = async (
    orm: MikroORM,
    work: (em: EntityManager, row: OwnedRow) => void,
    progress: (count: number) => void = () => undefined,
  ): Promise<void> => {
    let [after, count, isLast] = [0, 0, false];
    while (!isLast) {
      const rows = await orm.em.fork().transactional(async (em) => {
        const locked = await lock(em, after, BATCH);
        for (const row of locked) work(em, row);
        return locked;
      });
      after = rows.at(-1)?.id ?? after;
      count += rows.length;
      isLast = rows.length < BATCH;
      progress(count);
    }
  };

  const compare = async (place: Place): Promise<Found> => {
    // Read the database before the topic. If a state changes between the two reads, the topic is newer, and `compare` runs again.
    const rows = new Map<string, State>();
    await eachRow(place.orm, (_, row) => {
      const state = toState(row);
      rows.set(identify(state), topic.data.parse(state));
    });
    const seen = await seenIn(place);
    const differences: Difference[] = [...rows].flatMap(([identity, state]) => {
      const reason = reasonOf(state, seen.get(identity));
      return reason === null ? [] : [{ identity, reason }];
    });
    for (const [identity, { deletedAt }] of seen)
      if (ends && deletedAt === null && !rows.has(identity))
        differences.push({ identity, reason: 'in the topic alone' });
    return { subject: `${topic.topic} and ${place.service}'s database`, count: rows.size, differences };
  };

  const republish: OwnedStates['republish'] = async (place, endMissing, progress) => {
    const outbox = new Outbox();
    const seen = await seenIn(place);
    const known = new Set<string>();
    const publishRow = (em: EntityManager, row: OwnedRow): void => {
      const identity = identify(toState(row));
      const newest = seen.get(identity);
      known.add(identity);
      row.version = Math.max(row.version, newest?.version ?? 0) + 1;
      if (newest) raise?.(row, newest);
      outbox.add(em, topic, toState(row));
    };
    await eachRow(place.orm, publishRow, progress);
    await raiseSequence(place.orm.em.fork(), table, Math.max(0, ...[...seen.values()].map(({ id }) => id)));
    if (!endMissing || !ends) return known.size;
    const missing = [...seen].filter(([identity, { deletedAt }]) => deletedAt === null && !known.has(identity));
    const deletedAt = new Date().toISOString();
    for (let index = 0; index < missing.length; index += BATCH) {
      await place.orm.em.fork().transactional(async (em) => {
        for (const [, state] of missing.slice(index, index + BATCH))
          outbox.add(em, topic, { ...state, version: state.version + 1, deletedAt });
      });
    }
    return known.size + missing.length;
  };

  return { topic: topic.topic, compare, republish };
}

function reasonOf<State extends AggregateState>(state: State, seen: State | undefined): string | null {
  if (!seen) return 'missing in the topic';
  if (seen.version !== state.version)
    return `version ${seen.version} in the topic, ${state.version} in the database${seen.deletedAt === null ? '' : ', deleted in the topic'}`;
  return isDeepStrictEqual(seen, state) ? null : `same version ${state.version}, another content`;
}

/** Prevents a restored database from assigning an id again. Readers would ignore the states of such an aggregate as old. */
async function raiseSequence(em: EntityManager, table: string, id: number): Promise<void> {
  if (id > 0)
    await em.execute(
      `select setval(pg_get_serial_sequence(?, 'id'), ?)
       where ? > coalesce(pg_sequence_last_value(pg_get_serial_sequence(?, 'id')::regclass), 0)`,
      [table, id, id, table],
    );
}
