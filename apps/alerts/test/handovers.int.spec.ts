import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Notices } from '@portico/contracts/http/notices';
import { type Call, eventually, read, STARTING } from '@portico/testkit';
import type { Client } from 'pg';
import { readUntil } from './alerts.ts';
import { databaseOf } from './later.ts';
import { newChannel, type Noticing, startNoticing } from './noticing.ts';

let noticing: Noticing;
let database: Client;
let manager: Call;
let admin: Call;

beforeAll(async () => {
  noticing = await startNoticing({ NOTICE_WAIT_SECONDS: '0' });
  admin = await noticing.stack.furnish();
  manager = await noticing.stack.as('CLIENT', 6);
  database = await databaseOf(noticing.stack);
  await newChannel(manager, { type: 'email', address: 'user6@portico.test' });
}, STARTING);
afterAll(async () => {
  await database?.end();
  await noticing?.stop();
});

describe('the request for a new owner', () => {
  it.each(['key', 'view'] as const)('is sent once for a %s and ends when a new owner exists', async (kind) => {
    const { publisher } = noticing.stack;
    const id = kind === 'key' ? 31 : 32;
    const needsOwnerSince = new Date().toISOString();
    const publish = (change: object): Promise<void> =>
      kind === 'key'
        ? publisher.keyHandover(id, { label: `www.evil.test ${id}`, responsibleUserId: 5, ...change })
        : publisher.viewHandover(id, { name: `www.evil.test ${id}`, responsibleUserId: 5, ...change });
    const about = async (call: Call, isOver = false) =>
      (await read<Notices>(call, '/notices')).data.filter(
        ({ title, overAt }) => title.includes(`evil. test ${id}`) && (overAt !== null) === isOver,
      );
    for (let times = 0; times < 2; times += 1) await publish({ version: 1, needsOwnerSince });
    await publisher.user(3_000 + id);
    await eventually(
      async () => ((await database.query('select from users where id = $1', [3_000 + id])).rowCount ?? 0) > 0,
    );
    const [notice, ...more] = await eventually(async () => {
      const notices = await about(manager);
      return notices.length > 0 && notices;
    });
    expect(more).toEqual([]);
    expect(await about(manager, true)).toEqual([]);
    expect(notice).toMatchObject(
      kind === 'key'
        ? { title: `The key “www. evil. test ${id}” of payroll needs a new owner`, link: '/connect/1' }
        : { title: `The shared view “www. evil. test ${id}” needs a new owner`, link: '/dashboard' },
    );
    expect(notice?.text).toMatch(
      /^The responsible person lost the right to it, so .* before .* UTC, or Portico (revokes|deletes) it\.$/,
    );
    const mail = await eventually(() =>
      noticing.mailsTo('user6@portico.test').find(({ text }) => text.includes(`evil. test ${id}`)),
    );
    expect(mail.text).toContain(notice?.link);
    expect(mail.text).not.toContain('www.evil');
    for (const call of [admin, await noticing.stack.as('CLIENT', 5), await noticing.stack.as('CLIENT', 7)])
      expect(await about(call)).toEqual([]);
    await publish({ version: 2, needsOwnerSince: null });
    await eventually(async () => (await about(manager)).length === 0);
    // Asks the administrators, because the only manager of Globex is the person who lost the right.
    const globex = { ...(kind === 'key' ? { integrationId: 2 } : { organizationId: 2 }), responsibleUserId: 7 };
    await publish({ version: 3, needsOwnerSince, ...globex });
    await eventually(async () => (await about(admin)).length === 1);
    expect(await about(await noticing.stack.as('CLIENT', 7))).toEqual([]);
    await publish({ version: 4, needsOwnerSince, deletedAt: needsOwnerSince, ...globex });
    await eventually(async () => (await about(admin)).length === 0);
  });

  it('is sent to administrators for a staff view', async () => {
    await noticing.stack.publisher.viewHandover(33, { name: 'view of the staff', organizationId: null });
    await readUntil<Notices>(admin, '/notices', ({ data }) =>
      data.some(({ title }) => title === 'The shared view “view of the staff” needs a new owner'),
    );
  });
});
