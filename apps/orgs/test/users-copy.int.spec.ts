import { isDeepStrictEqual } from 'node:util';
import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readState } from '@portico/contracts/events/domain-event';
import { userChanged, type UserState } from '@portico/contracts/events/identity';
import type { DeadLetterContent, DeadLetters } from '@portico/contracts/http/dead-letters';
import type { UserOrganization } from '@portico/contracts/http/orgs';
import {
  type Call,
  eventually,
  type OwnEngines,
  readTopic,
  STARTING,
  startOwnEngines,
  stateMessage,
} from '@portico/testkit';
import type { Message, Producer } from '@portico/kafka';
import { newId, newOrganization, type Orgs, startOrgs } from './orgs.ts';

const state = (id: number, changes: Partial<UserState> = {}): UserState => ({
  id,
  version: 1,
  accessVersion: 1,
  deletedAt: null,
  name: `User ${id}`,
  email: `user${id}@portico.test`,
  usertype: 'CLIENT',
  ...changes,
});

const parse = (value: string | null): unknown => {
  try {
    return JSON.parse(value ?? '');
  } catch {
    return undefined;
  }
};

describe("orgs' copy of users", () => {
  let engines: OwnEngines;
  let orgs: Orgs;
  let admin: Call;
  let producer: Producer;
  let organizationId: number;

  const send = (...messages: Message[]) => producer.send({ topic: userChanged.topic, acks: -1, messages });
  const publish = (...states: UserState[]) => send(...states.map((each) => stateMessage(userChanged, each)));
  const execute = <Row>(sql: string): Promise<Row[]> => orgs.app.get(MikroORM).em.fork().execute<Row[]>(sql);
  const members = async (): Promise<UserOrganization[]> => {
    const { body } = await admin('GET', `/organizations/${organizationId}`);
    return (body as { userOrganizations: UserOrganization[] }).userOrganizations;
  };
  const nameOf = async (id: number): Promise<string | undefined> =>
    (await members()).find(({ userId }) => userId === id)?.user?.name;
  /** Assigns a user before identity's event arrives, and returns the user's id. */
  const assigned = async (): Promise<number> => {
    const id = newId();
    const users = (await members()).map(({ userId, approved }) => ({ id: userId, approved }));
    await admin('PUT', '/organizations/assign-many', { organizationId, users: [...users, { id, approved: true }] });
    return id;
  };
  const deadLetters = async (): Promise<{ value: string | null; reason: string }[]> => {
    const { data } = (await admin('GET', '/dead-letters/orgs?limit=100')).body as DeadLetters;
    const each = data.toReversed().map(({ id }) => admin('GET', `/dead-letters/orgs/${id}`));
    return (await Promise.all(each)).map(({ body }) => body as DeadLetterContent);
  };
  const readEnd = async (topic: string): Promise<number> => {
    const kafkaAdmin = engines.kafka.admin();
    await kafkaAdmin.connect();
    const offsets = await kafkaAdmin.fetchTopicOffsets(topic);
    await kafkaAdmin.disconnect();
    return offsets.reduce((sum, { high }) => sum + Number(high), 0);
  };
  /** The newest state of each user in the topic, which the copy must equal. */
  const newestInTopic = async () => {
    const topic = await readTopic(userChanged.topic, engines.kafka);
    const end = await readEnd(userChanged.topic);
    await eventually(() => topic.received.length >= end);
    await topic.stop();
    const newest = new Map<number, UserState>();
    for (const { value } of topic.received) {
      const read = readState(userChanged, parse(value));
      if (read.ok && read.state.version > (newest.get(read.state.id)?.version ?? 0))
        newest.set(read.state.id, read.state);
    }
    return [...newest.values()]
      .toSorted((a, b) => a.id - b.id)
      .map(({ id, name, email, usertype, version, deletedAt }) => {
        return { id, name, email, usertype, version, deleted: deletedAt !== null };
      });
  };
  const begin = async (): Promise<void> => {
    orgs = await startOrgs(engines.environment);
    admin = await orgs.as('ADMIN');
  };

  beforeAll(async () => {
    engines = await startOwnEngines();
    await begin();
    organizationId = await newOrganization(admin);
    producer = engines.kafka.producer({ allowAutoTopicCreation: false });
    await producer.connect();
  }, STARTING);
  afterAll(async () => {
    await producer.disconnect();
    await orgs.stop();
    await engines.stop();
  });

  it("accepts the id of an unknown user, and adds the user's data when the user's event arrives", async () => {
    const id = await assigned();
    expect((await members()).at(-1)).toMatchObject({ userId: id, organizationId, approved: true, user: null });
    await publish(state(id));
    await eventually(async () => (await nameOf(id)) === `User ${id}`);
    const { id: _, name, email, usertype } = state(id);
    expect((await members()).at(-1)?.user).toEqual({ id, name, email, usertype });
  });

  it('keeps the newest state if events are repeated or late', async () => {
    const id = await assigned();
    const renamed = stateMessage(userChanged, state(id, { version: 3, name: 'Ada' }));
    await send(renamed, renamed);
    await publish(state(id, { version: 2, name: 'late' }), state(id, { version: 1, name: 'later' }));
    const last = await assigned();
    await send(renamed, stateMessage(userChanged, state(last)));
    await publish(state(id, { version: 4, name: 'Ada Lovelace' }));
    await eventually(async () => (await nameOf(id)) === 'Ada Lovelace');
    await eventually(async () => (await nameOf(last)) === `User ${last}`);
    expect(await nameOf(id)).toBe('Ada Lovelace');
  });

  it('ends the memberships of a deleted user, who cannot join again', async () => {
    const id = await assigned();
    await publish(state(id, { version: 2, deletedAt: new Date().toISOString() }));
    await eventually(async () => (await members()).every(({ userId }) => userId !== id));
    await publish(state(id, { version: 1 }));
    const client = await orgs.as('CLIENT', id);
    expect((await client('PUT', '/organizations/assign', { organizationId, assign: true })).status).toBe(401);
    expect((await client('POST', '/organizations', { name: 'Nobody' })).status).toBe(401);
    const answer = await admin('PUT', '/organizations/assign-many', {
      organizationId,
      users: [{ id, approved: true }],
    });
    expect(answer).toMatchObject({ status: 400, body: { faults: [{ pointer: '/users/0' }] } });
  });

  it('creates no membership for a user who is being deleted', async () => {
    const ids = Array.from({ length: 20 }, newId);
    await Promise.all(
      ids.map(async (id) => {
        const client = await orgs.as('CLIENT', id);
        const joining = client('PUT', '/organizations/assign', { organizationId, assign: true });
        await publish(state(id, { version: 2, deletedAt: new Date().toISOString() }));
        expect([200, 401]).toContain((await joining).status);
      }),
    );
    await eventually(async () => {
      const deleted = await execute(`select 1 from users where id in (${ids.join(',')}) and deleted_at is not null`);
      return deleted.length === ids.length;
    });
    expect((await members()).filter(({ userId }) => ids.includes(userId))).toEqual([]);
  });

  it('retries an event after an exception and applies it once', async () => {
    const id = await assigned();
    await execute('create sequence tries');
    await execute(`create function refuse() returns trigger language plpgsql as $$ begin
      if new.name = 'Trouble' and nextval('tries') < 3 then raise exception 'not now' using errcode = '40001'; end if; return new; end $$`);
    await execute('create trigger refuse after insert or update on users for each row execute function refuse()');
    await publish(state(id, { name: 'Trouble' }));
    await eventually(async () => (await nameOf(id)) === 'Trouble');
    expect(await execute('select last_value::int as tries from tries')).toEqual([{ tries: 3 }]);
    expect((await deadLetters()).filter(({ value }) => value?.includes('Trouble'))).toEqual([]);
  });

  it(
    'retries while its database is unavailable, and loses no event',
    async () => {
      const id = await assigned();
      await engines.withoutPostgres(async () => {
        await publish(state(id, { name: 'Patience' }));
        await eventually(async () => (await admin('GET', '/health/dependencies')).status === 503);
        expect(await admin('GET', '/health/ready')).toMatchObject({ status: 200 });
      });
      await eventually(async () => (await nameOf(id)) === 'Patience', 30_000);
      expect((await deadLetters()).filter(({ value }) => value?.includes('Patience'))).toEqual([]);
    },
    STARTING,
  );

  it('retries while its database is read-only, and loses no event', async () => {
    const id = await assigned();
    await execute('create sequence full_tries');
    await execute(`create function full_disk() returns trigger language plpgsql as $$ begin
      perform nextval('full_tries'); raise exception 'no space left' using errcode = '53100'; end $$`);
    await execute(
      'create trigger full_disk before insert or update on users for each row execute function full_disk()',
    );
    await publish(state(id, { name: 'Room' }));
    // Waits for more retries than the number after which other failures become dead letters.
    await eventually(async () => {
      const [row] = await execute('select last_value::int as tries from full_tries');
      return Number((row as { tries: number } | undefined)?.tries) > 4;
    }, 60_000);
    await execute('drop trigger full_disk on users');
    await eventually(async () => (await nameOf(id)) === 'Room', 60_000);
    expect((await deadLetters()).filter(({ value }) => value?.includes('Room'))).toEqual([]);
  });

  it('sends an unprocessable event to the dead letters with the reason and continues', async () => {
    const id = await assigned();
    const key = String(id);
    await send({ key, value: `poison ${id}` });
    await send({ key, value: JSON.stringify({ poison: id }) });
    await send(stateMessage(userChanged, state(id, { name: `poison ${id}`, version: 0 })));
    await publish(state(id, { name: 'Sound' }));
    await eventually(async () => (await nameOf(id)) === 'Sound');
    const letters = (await deadLetters()).filter(({ value }) => value?.includes(key));
    expect(letters.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('not a domain event'),
      expect.stringContaining('not a domain event'),
      expect.stringContaining('version'),
    ]);
  });

  it('is rebuilt from the topic after its rows were deleted', async () => {
    await publish(state(newId()), state(newId(), { version: 2, deletedAt: new Date().toISOString() }));
    const source = await newestInTopic();
    const copy = () =>
      execute(`select id, name, email, usertype, version, deleted_at is not null as deleted
      from users where version > 0 order by id`);
    await eventually(async () => isDeepStrictEqual(await copy(), source));
    await execute('truncate users');
    expect(await copy()).toEqual([]);
    await orgs.stop();
    const kafkaAdmin = engines.kafka.admin();
    await kafkaAdmin.connect();
    await kafkaAdmin.deleteGroups(['orgs.domain-events']);
    await kafkaAdmin.disconnect();
    await begin();
    await eventually(async () => isDeepStrictEqual(await copy(), source), 30_000);
    expect(source.length).toBeGreaterThan(20);
  });
});
