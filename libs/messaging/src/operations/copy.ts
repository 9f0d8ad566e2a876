import { isDeepStrictEqual } from 'node:util';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { AggregateState, StateTopic } from '@portico/contracts/events/domain-event';
import type { DomainEventConsumer } from '../domain-events/domain-event-consumer.ts';
import type { Difference, Found } from './difference.ts';
import { newestStates } from './newest-states.ts';
import type { Place } from './owned-states.ts';

/** A service's copy of another service's states. */
export type StateCopy<State = never> = {
  table: string;
  topic: string;
  compare: (place: Place) => Promise<Found>;
  /** Makes the rows equal to the topic's newest states. Skips rows that change during the rebuild. */
  rebuild: (place: Place) => Promise<Found>;
  /** Applies a state. States may repeat and arrive late: only a newer version changes the row. */
  keep: (em: EntityManager, state: State) => Promise<void>;
  /** Applies the state of a domain event. */
  receive: (events: DomainEventConsumer, payload: unknown, context: unknown) => Promise<void>;
};

export type Copied<State> = {
  table: string;
  /** Name of the primary key column. `identify` returns the key's value for a state. By default, the key is `id`. */
  key?: string;
  identify?: (state: State) => string;
  /** The columns other than key and version, with a function that returns the column's value for a state. */
  columns: Record<string, (state: State) => unknown>;
  /** Whether a rebuild keeps rows without a state in the topic. Default false: the rebuild deletes these rows. */
  keepsUnknown?: boolean;
  /** Calls `write`, which writes the row and returns whether the state is new. May apply side effects in the same transaction. */
  apply?: (em: EntityManager, state: State, write: () => Promise<boolean>) => Promise<void>;
};

/** Deletes dead letters with earlier states of a deleted aggregate. These letters are never applied, and may contain personal data. */
const FORGET = `delete from dead_letters where topic = ? and "key" = convert_to(?, 'UTF8')
  and position(convert_to('"deletedAt":null', 'UTF8') in value) > 0`;

type Stored = { key: string; version: string; row: Record<string, unknown> };
type Repair = (em: EntityManager) => Promise<void>;

/** Returns a value in a form that can be compared. Two texts for the same time become the same number. */
const plain = (column: string, value: unknown): unknown =>
  column.endsWith('_at') && typeof value === 'string' ? Date.parse(value) : JSON.parse(JSON.stringify(value ?? null));

export function copyOf<State extends AggregateState>(
  topic: StateTopic<State>,
  {
    table,
    key = 'id',
    identify = ({ id }) => String(id),
    columns,
    keepsUnknown = false,
    apply = async (_, __, write) => void (await write()),
  }: Copied<State>,
): StateCopy<State> {
  const names = Object.keys(columns);
  const changed = ['version', ...names];
  const upsert = `insert into "${table}" (${[key, ...changed].join(', ')}) values (${[key, ...changed].map(() => '?').join(', ')})
    on conflict (${key}) do update set ${changed.map((name) => `${name} = excluded.${name}`).join(', ')}`;
  const replaceSame = `${upsert} where "${table}".version = ?`;
  const replaceOlder = `${upsert} where "${table}".version < excluded.version returning version`;

  const valuesOf = (state: State): unknown[] =>
    Object.values(columns).map((read) => {
      const value = read(state);
      return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
    });

  const look = async ({ orm, kafka, service }: Place): Promise<Found & { repairs: Repair[] }> => {
    // Read the rows before the topic. A row read later could contain a state that was not yet read from the topic.
    const stored = await orm.em
      .fork()
      .execute<Stored[]>(
        `select ${key}::text as key, version::text as version, to_jsonb(t) as row from "${table}" t where version > 0`,
      );
    const rows = new Map(stored.map((row) => [row.key, row]));
    const states = await newestStates(kafka, service, topic, identify);
    const differences: Difference[] = [];
    const repairs: Repair[] = [];
    for (const [identity, state] of states) {
      const row = rows.get(identity);
      const reason = reasonOf(state, row);
      if (reason === null) continue;
      differences.push({ identity, reason });
      const values = [identity, state.version, ...valuesOf(state), row?.version ?? 0];
      const write = async (em: EntityManager): Promise<true> => {
        await em.execute(replaceSame, values);
        return true;
      };
      repairs.push((em) => apply(em, state, () => write(em)));
    }
    for (const { key: identity, version } of rows.values()) {
      if (states.has(identity)) continue;
      differences.push({ identity, reason: `not in the topic${keepsUnknown ? ', stays' : ''}` });
      const remove = `delete from "${table}" where ${key}::text = ? and version = ?`;
      if (!keepsUnknown) repairs.push(async (em) => void (await em.execute(remove, [identity, version])));
    }
    if (states.size === 0 && rows.size > 0)
      throw new Error(`${topic.topic} is empty and ${table} is not: republish its owner's states first`);
    return { subject: `${service}.${table} and ${topic.topic}`, count: states.size, differences, repairs };
  };

  const reasonOf = (state: State, row: Stored | undefined): string | null => {
    if (!row) return 'missing';
    const version = Number(row.version) === state.version ? [] : [`version ${row.version} instead of ${state.version}`];
    const fields = names.filter(
      (name) => !isDeepStrictEqual(plain(name, row.row[name]), plain(name, columns[name]?.(state))),
    );
    const reasons = [...version, ...(fields.length > 0 ? [`${fields.join(', ')} differs`] : [])];
    return reasons.length > 0 ? reasons.join(', ') : null;
  };

  const keep = async (em: EntityManager, state: State): Promise<void> => {
    await apply(em, state, async () => {
      const values = [identify(state), state.version, ...valuesOf(state)];
      return (await em.execute<object[]>(replaceOlder, values)).length > 0;
    });
    if (state.deletedAt !== null) await em.execute(FORGET, [topic.topic, String(state.id)]);
  };

  return {
    table,
    topic: topic.topic,
    compare: look,
    rebuild: async (place) => {
      const { repairs, ...found } = await look(place);
      for (const repair of repairs) await place.orm.em.fork().transactional(repair);
      return found;
    },
    keep,
    receive: (events, payload, context) => events.receive(topic, payload, context, keep),
  };
}
