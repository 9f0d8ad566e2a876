import { isDeepStrictEqual } from 'node:util';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { AggregateState, StateTopic } from '@portico/contracts/events/domain-event';
import type { Kafka } from '@portico/kafka';
import { Outbox } from '../outbox/outbox.ts';
import type { Difference, Found } from './difference.ts';
import { newestStates } from './newest-states.ts';

/** Where an operation runs. */
export type Place = { service: string; orm: MikroORM; kafka: Kafka };

/** States that a service owns and publishes. */
export type OwnedStates = {
  topic: string;
  /** What the topic has otherwise than the database. */
  compare: (place: Place) => Promise<Found>;
  /**
   * Publishes every state again, in a version above the one that the database and the topic have.
   * @param endMissing - publishes the end of those that are in the topic alone, too.
   * @returns how many were published.
   */
  republish: (place: Place, endMissing: boolean, progress: (count: number) => void) => Promise<number>;
};

type Row = { id: number; version: number };

type Owned<State, OwnedRow> = {
  /** The table whose ids these are. */
  table: string;
  /** Rows with a higher id, in the order of ids, locked as by every other writer. */
  lock: (em: EntityManager, after: number, limit: number) => Promise<OwnedRow[]>;
  toState: (row: OwnedRow) => State;
  /** By what readers recognize an aggregate; its id by default. */
  identify?: (state: State) => string;
  /** Whether an aggregate that was deleted ends with a last state, which it does by default. */
  ends?: boolean;
  /** Changes what depends on the new version. @param seen - the topic's newest state. */
  raise?: (row: OwnedRow, seen: State) => void;
};

/** Rows of one transaction: their locks hold the service up for milliseconds. */
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
    // The database comes first: what changes in between is newer in the topic, which `verify` looks at again.
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

/** In a database restored to an older copy an id would be given a second time, whose states readers take for old ones. */
async function raiseSequence(em: EntityManager, table: string, id: number): Promise<void> {
  if (id > 0)
    await em.execute(
      `select setval(pg_get_serial_sequence(?, 'id'), ?)
       where ? > coalesce(pg_sequence_last_value(pg_get_serial_sequence(?, 'id')::regclass), 0)`,
      [table, id, id, table],
    );
}
