import type { EntityManager } from '@mikro-orm/postgresql';
import type { AggregateState, StateTopic } from '@portico/contracts/events/domain-event';
import { integrationChanged } from '@portico/contracts/events/integrations';
import { organizationChanged } from '@portico/contracts/events/orgs';
import { type ErasedOrganization, erasedLines, eraseRows, type ErasedTables } from '@portico/postgres';
import { audited } from '@portico/service';
import { Outbox } from '../outbox/outbox.ts';
import { newestStates } from './newest-states.ts';
import type { Place } from './owned-states.ts';

/** A topic with text that people entered. Erasing an organization replaces this text in the organization's last states. */
type ErasedStates = {
  topic: string;
  /**
   * Reads the states of the organization that still contain text that people entered.
   * @returns a function that publishes these states again without the text, and returns the number of states.
   */
  find: (place: Place, erased: ErasedOrganization) => Promise<(em: EntityManager) => number>;
};

/** The data that a service erases with an organization: rows of tables, and states in topics. */
export type Erasure = ErasedTables & { states: readonly ErasedStates[] };

/** SQL condition for the dead letters with states of the organization or of its integrations. */
const LETTERS = `"key" = convert_to(':organization', 'UTF8') and topic = '${organizationChanged.topic}'
  or position(convert_to('"organizationId"::organization,', 'UTF8') in value) > 0
  or position(convert_to('"organizationId"::organization}', 'UTF8') in value) > 0`;

const isOf = (topic: string, state: AggregateState, { organization, integrations }: ErasedOrganization): boolean => {
  if (topic === organizationChanged.topic) return state.id === organization;
  const [owner, integration] = [Reflect.get(state, 'organizationId'), Reflect.get(state, 'integrationId')] as unknown[];
  return owner === organization || integrations.some((id) => id === integration);
};

/** Defines the erasure of a topic. `blank` returns replacements for the fields with text that people entered. */
export const erasedStates = <State extends AggregateState>(
  topic: StateTopic<State>,
  blank: (state: State) => Partial<State>,
): ErasedStates => ({
  topic: topic.topic,
  find: async ({ kafka, service }, erased) => {
    const states = await newestStates(kafka, service, topic, ({ id }) => String(id));
    const deletedAt = new Date().toISOString();
    const ends = [...states.values()].flatMap((state) => {
      if (!isOf(topic.topic, state, erased)) return [];
      const end = { ...state, ...blank(state), deletedAt: state.deletedAt ?? deletedAt };
      return JSON.stringify(end) === JSON.stringify(state) ? [] : [{ ...end, version: state.version + 1 }];
    });
    return (em) => {
      const outbox = new Outbox();
      for (const end of ends) outbox.add(em, topic, end);
      return ends.length;
    };
  },
});

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/**
 * Runs `erase <organization>`, which erases this service's data of a deleted organization. Repeated and concurrent runs are safe.
 * @throws Error if the organization was not deleted or never existed.
 */
export async function eraseCommand(erasure: Erasure, place: Place, [text = '', ...more]: string[]): Promise<boolean> {
  const organization = Number(text);
  if (!/^[1-9]\d{0,8}$/.test(text) || more.length > 0) throw new Error('name the organization by its number');
  const { kafka, service, orm } = place;
  const newest = await newestStates(kafka, service, organizationChanged, ({ id }) => String(id));
  const state = newest.get(text);
  if (!state) throw new Error(`there has never been an organization ${organization}`);
  if (state.deletedAt === null) throw new Error(`organization ${organization} exists: delete it first`);
  const integrations = await newestStates(kafka, service, integrationChanged, ({ id }) => String(id));
  const own = [...integrations.values()].filter(({ organizationId }) => organizationId === organization);
  const erased = { organization, integrations: own.map(({ id }) => id) };
  const found = await Promise.all(
    erasure.states.map(async ({ topic, find }) => ({ topic, publish: await find(place, erased) })),
  );
  audited({ targets: [`organization:${organization}`] });
  const tables = { ...erasure, first: [...(erasure.first ?? []), { table: 'dead_letters', where: LETTERS }] };
  const lines = await orm.em.fork().transactional(async (em) => {
    const counts = await eraseRows(em, tables, erased);
    const states = found.map(({ topic, publish }) => [topic, publish(em)] as const);
    return [
      ...erasedLines(service, counts),
      ...states.filter(([, count]) => count > 0).map(([topic, count]) => `${topic}: ${count} states without content`),
    ];
  });
  for (const line of lines) say(line);
  return false;
}
