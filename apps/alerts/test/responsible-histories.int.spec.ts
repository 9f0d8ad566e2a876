import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { type Call, eventually } from '@portico/testkit';
import fc from 'fast-check';
import type { Client } from 'pg';
import { databaseOf } from './later.ts';
import { happens, newRule, type Noticing, startNoticing, verifiedWebhook } from './noticing.ts';
import { type Made, madeBy, type Maker, newMaker, ORGANIZATION } from './responsible.ts';

jest.setTimeout(300_000);

const NOON = Date.now() - 60 * 60_000;
const MAKERS = 2;
let noticing: Noticing;
let database: Client;
let manager: Call;

beforeAll(async () => {
  noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0' });
  await noticing.stack.furnish();
  manager = await noticing.stack.as('CLIENT', 6);
  database = await databaseOf(noticing.stack);
}, 180_000);
afterAll(async () => {
  await database?.end();
  await noticing?.stop();
});

const CHANGES = {
  remove: (maker: Maker) => maker.member({ deletedAt: new Date().toISOString() }),
  lower: (maker: Maker) => maker.member({ role: 'operator' }),
  suspend: (maker: Maker) => maker.member({ approved: false }),
  promote: (maker: Maker) => maker.user({ usertype: 'ADMIN' }),
  demote: (maker: Maker) => maker.user({}),
  restore: (maker: Maker) => maker.member({}),
} as const;
type Change = keyof typeof CHANGES;
type Step = { who: number; what: Change | 'event' };

/** Models a person who may change channels and rules as a manager of the organization or as an administrator. */
class Model {
  private isManager = true;
  private isAdmin = false;

  apply(change: Change): void {
    if (change === 'promote' || change === 'demote') this.isAdmin = change === 'promote';
    else this.isManager = change === 'restore';
  }

  hasRight(): boolean {
    return this.isManager || this.isAdmin;
  }
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.nat(MAKERS - 1),
  what: fc.oneof(
    { weight: 2, arbitrary: fc.constantFrom(...(Object.keys(CHANGES) as Change[])) },
    { weight: 3, arbitrary: fc.constant('event' as const) },
  ),
});

const namesAt = (path: string): string[] =>
  noticing.hooksAt(path).flatMap(({ title, body }) => {
    if (!title.startsWith('episode.')) return [];
    return (body as { data: { event_name: string } }).data.event_name;
  });

let events = 0;
let witnesses = 0;

/** Creates a webhook that receives every failure. Each history needs a new webhook, because a channel sends 20 messages per hour. */
async function newWitness(): Promise<{ id: number; path: string }> {
  witnesses += 1;
  const path = `/webhook/witness-${witnesses}`;
  const { id } = await verifiedWebhook(noticing, manager, path, ORGANIZATION);
  await newRule(manager, [id], {}, ORGANIZATION);
  return { id, path };
}

/** Plays the steps of a history. Each person has a webhook and a rule for all failures. */
async function play(steps: readonly Step[]): Promise<void> {
  const witness = await newWitness();
  const made: { maker: Maker; model: Model; things: Made; expected: Set<string> }[] = [];
  for (let index = 0; index < MAKERS; index += 1) {
    const maker = await newMaker(noticing, database);
    const things = await madeBy(noticing, maker, ORGANIZATION);
    const all = await newRule(maker.call, [things.channel.id], {}, ORGANIZATION);
    await maker.call('DELETE', `/rules/${things.rule.id}`);
    made.push({ maker, model: new Model(), things: { ...things, rule: all }, expected: new Set() });
  }
  const event = async (): Promise<void> => {
    events += 1;
    const name = `history.${events}`;
    for (const { model, expected } of made) if (model.hasRight()) expected.add(name);
    await happens(noticing, name, { failure: NOON });
    await eventually(() => namesAt(witness.path).includes(name));
    for (const { expected, model, things } of made)
      if (model.hasRight()) await eventually(() => [...expected].every((one) => namesAt(things.path).includes(one)));
  };
  for (const { who, what } of steps) {
    const one = made[who];
    if (!one) continue;
    if (what === 'event') await event();
    else {
      await CHANGES[what](one.maker);
      one.model.apply(what);
    }
    for (const { things, expected } of made)
      expect(namesAt(things.path).filter((name) => !expected.has(name))).toEqual([]);
  }
  for (const { maker, model, things } of made) {
    await maker.member({});
    model.apply('restore');
    await eventually(async () => (await manager('POST', `/channels/${things.channel.id}/test`)).status === 200);
  }
  await event();
  for (const { things, expected } of made) {
    expect(new Set(namesAt(things.path))).toEqual(expected);
    await manager('DELETE', `/channels/${things.channel.id}`);
    await manager('DELETE', `/rules/${things.rule.id}`);
  }
  await manager('DELETE', `/channels/${witness.id}`);
}

describe('a webhook of a person who loses and regains the permission to manage it', () => {
  it('receives only events that happened while the person had this permission', async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), play), {
      numRuns: 4,
      endOnFailure: true,
    });
  });
});
