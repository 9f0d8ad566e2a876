import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { userChanged } from '@portico/contracts/events/identity';
import type { User } from '@portico/contracts/http/identity';
import { type CaughtMail, type MailCatcher, startMailCatcher } from '@portico/stack/mail';
import { type Answer, type Call, eventually, read, readTopic, STARTING } from '@portico/testkit';
import { type Identity, startIdentity } from './identity.ts';

let nextId = 0;
const newEmail = (host = 'example.test'): string => `person${Date.now()}x${(nextId += 1)}@${host}`;

describe('a change of an e-mail address', () => {
  let identity: Identity;
  let catcher: MailCatcher;
  let boss: Call;
  let admin: Call;

  beforeAll(async () => {
    catcher = await startMailCatcher();
    identity = await startIdentity({
      SMTP_URL: catcher.smtpUrl,
      CONSOLE_URL: 'https://portico.test',
      PRODUCT_NAME: 'Acme',
    });
    ({ call: boss } = await identity.as('superadmin'));
    const { id } = await identity.as('admin');
    await boss('PATCH', `/users/${id}`, { usertype: 'ADMIN' });
    ({ call: admin } = await identity.as('admin'));
  }, STARTING);
  afterAll(async () => {
    await identity?.stop();
    await catcher?.stop();
  });

  const create = async (usertype = 'CLIENT', email = newEmail()): Promise<User> =>
    (await boss('POST', '/users', { name: 'Cleo', email, usertype })).body as User;
  const userOf = (id: number): Promise<User> => read<User>(boss, `/users/${id}`);
  const move = (call: Call, id: number, email: string): Promise<Answer> => call('PATCH', `/users/${id}`, { email });
  const mailTo = (email: string): Promise<CaughtMail> =>
    eventually(() => catcher.mails().find(({ to }) => to === email));
  const tokenIn = ({ text }: CaughtMail): string =>
    /https:\/\/portico\.test\/(?:confirm|cancel)-email#(\S+)/.exec(text)?.[1] ?? '';
  const follow = async (what: 'confirm' | 'cancel', mail: CaughtMail): Promise<Answer> =>
    identity.anonymous('POST', `/users/email/${what}`, { token: tokenIn(mail) });

  it('is pending until the new address confirms it, and then applies once', async () => {
    const { id, email: old } = await create();
    const email = newEmail('elsewhere.test');
    expect(await move(admin, id, email)).toMatchObject({ status: 200, body: { id, email: old, pendingEmail: email } });
    expect(await userOf(id)).toMatchObject({ email: old, pendingEmail: email });
    const [notice, confirmation] = [await mailTo(old), await mailTo(email)];
    expect(notice.subject).toBe('The e-mail address of your Acme account is changing');
    expect(notice.text).toContain('An administrator asked to change');
    expect(notice.text).not.toContain(email);
    expect(tokenIn(notice)).not.toBe(tokenIn(confirmation));
    expect((await identity.anonymous('POST', '/users/email/confirm', { token: tokenIn(notice) })).status).toBe(404);
    expect(await follow('confirm', confirmation)).toMatchObject({ status: 200, body: { state: 'confirmed', email } });
    const moved = await userOf(id);
    expect([moved.email, moved.pendingEmail]).toEqual([email, undefined]);
    expect((await follow('confirm', confirmation)).status).toBe(404);
  });

  it('can be canceled by the old address before the confirmation, and undone after the confirmation', async () => {
    for (const isConfirmed of [false, true]) {
      const { id, email: old } = await create();
      const email = newEmail('elsewhere.test');
      await move(admin, id, email);
      const [notice, confirmation] = [await mailTo(old), await mailTo(email)];
      if (isConfirmed) expect((await follow('confirm', confirmation)).status).toBe(200);
      const state = isConfirmed ? 'restored' : 'canceled';
      expect(await follow('cancel', notice)).toMatchObject({ status: 200, body: { state, email: old } });
      expect((await follow('confirm', confirmation)).status).toBe(404);
      expect(await follow('cancel', notice)).toMatchObject({ status: 200, body: { state: 'canceled' } });
      const user = await userOf(id);
      expect([user.email, user.pendingEmail]).toEqual([old, undefined]);
    }
  });

  it('keeps the old address if both links are opened concurrently', async () => {
    const { id, email: old } = await create();
    const email = newEmail('elsewhere.test');
    await move(admin, id, email);
    const [notice, confirmation] = [await mailTo(old), await mailTo(email)];
    await Promise.all([follow('confirm', confirmation), follow('cancel', notice)]);
    expect((await userOf(id)).email).toBe(old);
  });

  it("is replaced by the user's next change, which invalidates the earlier links", async () => {
    const { id } = await create();
    const [first, second] = [newEmail('elsewhere.test'), newEmail('elsewhere.test')];
    await move(admin, id, first);
    const unused = await mailTo(first);
    await move(admin, id, second);
    expect((await follow('confirm', unused)).status).toBe(404);
    expect(await userOf(id)).toMatchObject({ pendingEmail: second });
    await follow('confirm', await mailTo(second));
    expect((await userOf(id)).email).toBe(second);
  });

  it('requires a super admin if the user is, recently was or becomes an administrator', async () => {
    const other = await create('ADMIN');
    const refused = { status: 403, body: { message: 'Only a super admin can change the e-mail of an administrator' } };
    expect(await move(admin, other.id, newEmail())).toMatchObject(refused);
    await admin('PATCH', `/users/${other.id}`, { usertype: 'CLIENT' });
    expect(await move(admin, other.id, newEmail())).toMatchObject(refused);
    expect((await move(boss, other.id, newEmail('elsewhere.test'))).status).toBe(200);

    const client = await create();
    const email = newEmail('elsewhere.test');
    await move(admin, client.id, email);
    await admin('PATCH', `/users/${client.id}`, { usertype: 'ADMIN' });
    expect((await follow('confirm', await mailTo(email))).status).toBe(409);
    expect((await userOf(client.id)).email).toBe(client.email);
  });

  it('does not reveal to a non-administrator that the new address already has an account', async () => {
    const { call, id } = await identity.as('client');
    const before = await userOf(id);
    const { email: known } = await create();
    for (const email of [newEmail('elsewhere.test'), known])
      expect(await move(call, id, email)).toMatchObject({
        status: 200,
        body: { email: before.email, pendingEmail: email },
      });
    expect(await follow('confirm', await mailTo(known))).toMatchObject({
      status: 409,
      body: { code: 'already_exists' },
    });
    expect((await mailTo(before.email)).text).toContain('You asked to change');
    expect((await userOf(id)).email).toBe(before.email);
    expect(await move(admin, (await create()).id, known)).toMatchObject({
      status: 409,
      body: { code: 'already_exists' },
    });
  });

  it('expires, and sends at most five mails per hour to one address', async () => {
    const { id } = await create();
    const email = newEmail('elsewhere.test');
    await move(admin, id, email);
    const late = await mailTo(email);
    await identity.app
      .get(MikroORM)
      .em.fork()
      .execute("update email_changes set expires_at = now() - interval '1 second' where user_id = ?", [id]);
    expect((await follow('confirm', late)).status).toBe(404);
    expect((await userOf(id)).pendingEmail).toBeUndefined();
    const statuses: number[] = [];
    for (let count = 0; count < 5; count += 1) statuses.push((await move(admin, id, email)).status);
    expect(statuses).toEqual([200, 200, 200, 200, 429]);
  });

  it('invalidates tokens with the previous address', async () => {
    const { call, id } = await identity.as('vendor');
    const email = newEmail('elsewhere.test');
    await move(admin, id, email);
    await follow('confirm', await mailTo(email));
    const em = identity.app.get(MikroORM).em.fork();
    const [row] = await em.execute<{ version: number; access_version: number }[]>(
      'select version, access_version from users where id = ?',
      [id],
    );
    expect(row?.access_version).toBe(row?.version);
    expect((await call('GET', '/config')).status).toBe(200);
  });

  it('leaves no personal data of a deleted user in the topic', async () => {
    const states = await readTopic(userChanged.topic);
    const { id, email } = await create();
    await move(admin, id, newEmail('elsewhere.test'));
    await admin('DELETE', `/users/${id}`);
    const last = await eventually(() =>
      states.received
        .map(({ value }) => JSON.parse(value ?? '{}').data)
        .find((state) => state?.id === id && state.deletedAt !== null),
    );
    expect(last).toMatchObject({ id, name: '', email: '' });
    expect(JSON.stringify(last)).not.toContain(email);
    const em = identity.app.get(MikroORM).em.fork();
    expect(await em.execute('select 1 from email_changes where user_id = ?', [id])).toEqual([]);
    await states.stop();
  });
});

describe('an e-mail address without a mail server', () => {
  let identity: Identity;
  beforeAll(async () => {
    identity = await startIdentity();
  }, STARTING);
  afterAll(() => identity?.stop());

  it('can only be changed by super admins, and changes immediately', async () => {
    const { call: boss } = await identity.as('superadmin');
    const { id: adminId } = await identity.as('admin');
    await boss('PATCH', `/users/${adminId}`, { usertype: 'ADMIN' });
    const { call: admin } = await identity.as('admin');
    const { id } = (await boss('POST', '/users', { name: 'Cleo', email: newEmail(), usertype: 'CLIENT' })).body as User;
    const email = newEmail();
    expect(await admin('PATCH', `/users/${id}`, { email })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await boss('PATCH', `/users/${id}`, { email })).toMatchObject({ status: 200, body: { email } });
  });
});
