import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userChanged, type UserState } from '@portico/contracts/events/identity';
import type { DeadLetter, DeadLetterContent, DeadLetters } from '@portico/contracts/http/dead-letters';
import type { Producer } from '@portico/kafka';
import {
  type Call,
  eventually,
  type OwnEngines,
  runServiceCommand,
  STARTING,
  startOwnEngines,
  stateMessage,
} from '@portico/testkit';
import { newId, type Orgs, startOrgs } from './orgs.ts';

/** Maximum milliseconds until a rejected event is a dead letter, including three retries. */
const SOON = 30_000;

describe('dead letters of orgs', () => {
  let engines: OwnEngines;
  let orgs: Orgs;
  let admin: Call;
  let producer: Producer;

  const execute = <Row>(sql: string): Promise<Row[]> => orgs.app.get(MikroORM).em.fork().execute<Row[]>(sql);
  const list = async (query = ''): Promise<DeadLetters> =>
    (await admin('GET', `/dead-letters/orgs?limit=100${query}`)).body as DeadLetters;
  const one = async (id: number): Promise<DeadLetterContent> =>
    (await admin('GET', `/dead-letters/orgs/${id}`)).body as DeadLetterContent;
  const post = (id: number, action: string, body?: object) => admin('POST', `/dead-letters/orgs/${id}/${action}`, body);
  const nameOf = async (id: number): Promise<string | undefined> =>
    (await execute<{ name: string }>(`select name from users where id = ${id}`))[0]?.name;

  const publish = async (id: number, changes: Partial<UserState> = {}): Promise<void> => {
    const common = { version: 1, accessVersion: 1, deletedAt: null, usertype: 'CLIENT' as const };
    const state = { ...common, id, name: `Poison ${id}`, email: `user${id}@portico.test`, ...changes };
    await producer.send({ topic: userChanged.topic, acks: -1, messages: [stateMessage(userChanged, state)] });
  };
  /** Publishes a user whose state the database rejects, and returns the dead letter. */
  const failed = async (id = newId()): Promise<DeadLetter> => {
    await publish(id);
    return eventually(async () => {
      const { data } = await list('&state=waiting');
      for (const letter of data) if ((await one(letter.id)).value?.includes(`Poison ${id}"`)) return letter;
      return undefined;
    }, SOON);
  };
  const refuse = () => execute('alter table users enable trigger refuse');
  const accept = () => execute('alter table users disable trigger refuse');
  const command = (...args: string[]): Promise<{ code: number; said: string }> =>
    runServiceCommand('orgs', ['dead-letters', ...args], { LOG_LEVEL: 'silent', ...engines.environment });

  beforeAll(async () => {
    engines = await startOwnEngines();
    orgs = await startOrgs(engines.environment);
    admin = await orgs.as('ADMIN');
    producer = engines.kafka.producer({ allowAutoTopicCreation: false });
    await producer.connect();
    await execute('create sequence applied');
    await execute(`create function refuse() returns trigger language plpgsql as $$ begin
      raise exception 'no such names' using errcode = '23514'; end $$`);
    await execute(`create function count_applied() returns trigger language plpgsql as $$ begin
      perform nextval('applied'); return null; end $$`);
    await execute('create trigger refuse before insert or update on users for each row execute function refuse()');
    await execute(
      'create trigger counted after insert or update on users for each row execute function count_applied()',
    );
  }, STARTING);
  afterAll(async () => {
    await producer.disconnect();
    await orgs.stop();
    await engines.stop();
  });

  it('show the failed event with its source and the reason', async () => {
    await refuse();
    const id = newId();
    const letter = await failed(id);
    expect(letter).toMatchObject({
      service: 'orgs',
      consumer: 'orgs.domain-events',
      topic: userChanged.topic,
      state: 'waiting',
      replays: 0,
      reason: expect.stringContaining('no such names'),
    });
    expect(Date.parse(letter.failedAt)).toBeGreaterThanOrEqual(Date.parse(letter.publishedAt));
    expect(await one(letter.id)).toMatchObject({ key: String(id), value: expect.stringContaining(`Poison ${id}`) });
    expect((await list(`&topic=${userChanged.topic}`)).data.map((each) => each.id)).toContain(letter.id);
    expect(await list('&topic=orgs.organization.v1')).toMatchObject({
      data: [],
      count: 0,
      waiting: 1,
      waitingSince: expect.stringMatching(/Z$/),
    });
  }, 60_000);

  it('stay if a replay fails, and are applied once when the cause is gone', async () => {
    await refuse();
    const id = newId();
    const letter = await failed(id);
    expect(await post(letter.id, 'replay')).toMatchObject({ status: 200, body: { state: 'waiting', replays: 1 } });
    await accept();
    const [before] = await execute<{ count: number }>("select nextval('applied')::int as count");
    const answers = await Promise.all(Array.from({ length: 4 }, () => post(letter.id, 'replay')));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409]);
    expect(await nameOf(id)).toBe(`Poison ${id}`);
    const [after] = await execute<{ count: number }>("select nextval('applied')::int as count");
    expect(Number(after?.count) - Number(before?.count)).toBe(2);
    expect(await one(letter.id)).toMatchObject({ state: 'replayed', settledBy: expect.stringContaining('user') });
    expect(await post(letter.id, 'drop', { reason: 'too late' })).toMatchObject({
      status: 409,
      body: { code: 'already_closed' },
    });
  }, 60_000);

  it('do not overwrite a newer state when they are replayed', async () => {
    await refuse();
    const id = newId();
    const letter = await failed(id);
    await accept();
    await publish(id, { version: 2, name: 'Ada' });
    await eventually(async () => (await nameOf(id)) === 'Ada', SOON);
    expect(await post(letter.id, 'replay')).toMatchObject({ status: 200, body: { state: 'replayed' } });
    expect(await nameOf(id)).toBe('Ada');
  }, 60_000);

  it('can be dropped with a reason, show who dropped them, and stay dropped after a restart', async () => {
    await refuse();
    const id = newId();
    const letter = await failed(id);
    expect(await post(letter.id, 'drop', { reason: ' ' })).toMatchObject({ status: 400 });
    await post(letter.id, 'drop', { reason: 'It was a test' });
    await accept();
    await orgs.stop();
    orgs = await startOrgs(engines.environment);
    admin = await orgs.as('ADMIN');
    expect(await one(letter.id)).toMatchObject({
      state: 'dropped',
      dropReason: 'It was a test',
      settledBy: expect.stringContaining('user'),
    });
    expect(await post(letter.id, 'replay')).toMatchObject({ status: 409 });
    expect(await nameOf(id)).toBeUndefined();
  }, 90_000);

  it('can be listed, replayed and dropped by a command', async () => {
    await refuse();
    const [first, second] = [newId(), newId()];
    const [replayed, given] = [await failed(first), await failed(second)];
    const listed = await command('list', '--topic', userChanged.topic);
    expect(listed).toMatchObject({
      code: 1,
      said: expect.stringContaining(`${replayed.id}  waiting  ${replayed.topic}`),
    });
    expect(await command('replay', String(replayed.id))).toEqual({
      code: 1,
      said: expect.stringContaining(`${replayed.id}: failed again:`),
    });
    await accept();
    expect(await command('replay', String(replayed.id))).toEqual({ code: 0, said: `${replayed.id}: replayed\n` });
    expect(await nameOf(first)).toBe(`Poison ${first}`);
    const dropped = await command('drop', String(given.id), '--reason=a test', '--by=Ada');
    expect(dropped).toMatchObject({ code: 0, said: expect.stringContaining('dropped by Ada (command)') });
    expect(await command('show', '2000000000')).toMatchObject({ code: 2, said: 'The dead letter was not found\n' });
  }, 180_000);

  it('are accessible to administrators only, and exclude the dead letters of other services', async () => {
    const client = await orgs.as('CLIENT');
    expect((await client('GET', '/dead-letters/orgs')).status).toBe(403);
    expect((await admin('GET', '/dead-letters/billing')).status).toBe(404);
    expect((await admin('GET', '/dead-letters/nobody')).status).toBe(400);
    expect((await post(2_000_000_000, 'replay')).status).toBe(404);
  });
});
