import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type AggregateState, type StateTopic } from '@portico/contracts/events/domain-event';
import type { EventList } from '@portico/contracts/http/events';
import { integrationChanged } from '@portico/contracts/events/integrations';
import { membershipChanged, organizationChanged } from '@portico/contracts/events/orgs';
import { eventually, haveConsumedAll, startServiceStack } from '@portico/testkit';
import fc from 'fast-check';
import { Client } from 'pg';
import { APPS, command, type Command, History, type HistoryStack } from './history.ts';

jest.setTimeout(300_000);

/** Generates a history. Each step has up to three concurrent commands. */
const steps = fc.array(fc.array(command, { minLength: 1, maxLength: 3 }), { minLength: 10, maxLength: 25 });
const GROUPS = { orgs: 'orgs.domain-events', integrations: 'integrations.domain-events' };

describe('random histories', () => {
  let stack: HistoryStack;
  let history: History;

  const query = async <Row extends object>(database: string, sql: string): Promise<Row[]> => {
    const client = new Client({ connectionString: `${stack.own.environment.POSTGRES_URL}/${database}` });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };

  /** Whether every written change is published, and every published event is processed. */
  const drained = async (): Promise<boolean> => {
    for (const database of ['orgs', 'integrations'])
      if ((await query(database, 'select 1 from outbox limit 1')).length > 0) return false;
    return haveConsumedAll(stack.own.kafka, Object.values(GROUPS));
  };

  /** The newest state of each aggregate in its topic. */
  const newest = <State extends AggregateState>(topic: StateTopic<State>): Map<number, State> => {
    const states = new Map<number, State>();
    for (const { value } of history.received(topic.topic)) {
      const state = topic.data.parse(JSON.parse(value ?? '').data);
      if (state.version > (states.get(state.id)?.version ?? 0)) states.set(state.id, state);
    }
    return states;
  };
  const alive = <State extends AggregateState>(states: Map<number, State>): State[] =>
    [...states.values()].filter(({ deletedAt }) => deletedAt === null).toSorted((a, b) => a.id - b.id);

  /** Names of existing integrations by which a member of these organizations may filter. */
  const expectedNames = (organizations: ReadonlySet<number> | 'every'): string[] => {
    const visible = alive(newest(integrationChanged)).filter(
      ({ organizationId }) =>
        organizations === 'every' || (organizationId !== null && organizations.has(organizationId)),
    );
    return [...new Set(visible.map(({ name }) => name))].toSorted((a, b) => a.localeCompare(b));
  };

  const checkTopics = async (): Promise<void> => {
    const organizations = await query('orgs', 'select id, name, version from organizations order by id');
    expect(alive(newest(organizationChanged)).map(({ id, name, version }) => ({ id, name, version }))).toEqual(
      organizations,
    );
    const memberships = await query(
      'orgs',
      'select id, version, user_id, organization_id, approved from memberships order by id',
    );
    expect(
      alive(newest(membershipChanged)).map(({ id, version, userId, organizationId, approved }) => {
        return { id, version, user_id: userId, organization_id: organizationId, approved };
      }),
    ).toEqual(memberships);
    const integrations = await query(
      'integrations',
      'select id, name, version, organization_id from integrations order by id',
    );
    expect(
      alive(newest(integrationChanged)).map(({ id, name, version, organizationId }) => {
        return { id, name, version, organization_id: organizationId };
      }),
    ).toEqual(integrations);
  };

  const checkCopies = async (): Promise<void> => {
    const users = await query(
      'orgs',
      `select id, name, version, deleted_at is not null as deleted from users where version > 0 order by id`,
    );
    expect(users).toEqual(
      [...history.users.values()]
        .toSorted((a, b) => a.id - b.id)
        .map(({ id, name, version, deletedAt }) => ({ id, name, version, deleted: deletedAt !== null })),
    );
    const copies = await query(
      'integrations',
      'select id, name, version, deleted_at is not null as deleted from organizations order by id',
    );
    expect(copies).toEqual(
      [...newest(organizationChanged).values()]
        .toSorted((a, b) => a.id - b.id)
        .map(({ id, name, version, deletedAt }) => ({ id, name, version, deleted: deletedAt !== null })),
    );
    const orphans = `select 1 from memberships m left join organizations o on o.id = m.organization_id
      left join users u on u.id = m.user_id where o.id is null or u.deleted_at is not null`;
    expect(await query('orgs', orphans)).toEqual([]);
  };

  /** Compares the integration names in the events service's API with the topics. */
  const checkDirectory = async (): Promise<void> => {
    const names = async (usertype: 'ADMIN' | 'CLIENT', id: number): Promise<string[]> => {
      const { body } = await (await stack.as('events', usertype, id))('GET', '/events?limit=1');
      return (body as EventList).integrations;
    };
    await eventually(async () => expect(await names('ADMIN', 1)).toEqual(expectedNames('every')) === undefined);
    for (const [id, user] of history.users) {
      if (user.deletedAt !== null) continue;
      const approved = alive(newest(membershipChanged)).filter((each) => each.userId === id && each.approved);
      const expected = expectedNames(new Set(approved.map(({ organizationId }) => organizationId)));
      await eventually(async () => expect(await names('CLIENT', id)).toEqual(expected) === undefined);
    }
  };

  beforeAll(async () => {
    stack = await startServiceStack(APPS);
    history = await History.begin(stack);
  });
  afterAll(async () => {
    await history.end();
    await stack.stop();
  });

  /** Runs a history, calls `between` halfway, and compares topics and copies at the end. */
  const live = async (
    history_: Command[][],
    between: () => Promise<unknown> = async () => undefined,
  ): Promise<void> => {
    history.newPeople();
    for (const [index, together] of history_.entries()) {
      if (index === Math.floor(history_.length / 2)) await between();
      await Promise.all(together.map((step) => history.run(step)));
    }
    await eventually(drained, 30_000);
    await eventually(async () => (await checkTopics()) === undefined);
    await checkCopies();
    await checkDirectory();
  };

  it('leave every copy equal to its source once all topics are read', async () => {
    await fc.assert(
      fc.asyncProperty(steps, (history_) => live(history_)),
      { numRuns: 10, endOnFailure: true },
    );
  });

  it('leave every copy equal to its source even if every service crashes', async () => {
    const [history_ = []] = fc.sample(steps, 1);
    await live(history_, () => Promise.all(APPS.map((app) => stack.crash(app))));
  });
});
