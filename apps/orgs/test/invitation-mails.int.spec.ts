import { MikroORM } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from '@portico/contracts/common/page';
import type { Invitation } from '@portico/contracts/http/invitations';
import { type CaughtMail, type MailCatcher, startMailCatcher } from '@portico/stack/mail';
import { type Call, eventually, freePort, type OwnEngines, read, STARTING, startOwnEngines } from '@portico/testkit';
import { newId, newOrganization, type Orgs, startOrgs } from './orgs.ts';

/** Milliseconds that are enough for some retries with doubling pauses. */
const RETRIED = 60_000;

describe('mails of invitations', () => {
  let own: OwnEngines;
  let orgs: Orgs;
  let catcher: MailCatcher | undefined;
  let smtpPort: number;
  let admin: Call;

  beforeAll(async () => {
    [own, smtpPort] = await Promise.all([startOwnEngines(), freePort()]);
    const mail = {
      SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
      MAIL_FROM: 'Acme <no-reply@acme.test>',
      PRODUCT_NAME: 'Acme',
    };
    orgs = await startOrgs({ ...own.environment, ...mail });
    admin = await orgs.as('ADMIN');
  }, STARTING);
  afterAll(async () => {
    await orgs?.stop();
    await catcher?.stop();
    await own?.stop();
  });

  const invite = async (organizationId: number, email: string, inviter = admin): Promise<Invitation> =>
    (await inviter('POST', `/organizations/${organizationId}/invitations`, { email })).body as Invitation;
  const mailOf = async (id: number): Promise<Invitation['mail'] | undefined> =>
    (await read<Page<Invitation>>(admin, `/organizations/${id}/invitations`)).data[0]?.mail;
  const mailsTo = (email: string): CaughtMail[] => (catcher?.mails() ?? []).filter(({ to }) => to === email);

  it(
    'wait while the mail server is unavailable, and are sent when it is available again',
    async () => {
      const id = await newOrganization(admin);
      const email = `user${newId()}@portico.test`;
      const invitation = await invite(id, email);
      expect(invitation.mail).toBe('waiting');
      const attempts = async () => {
        const em = orgs.app.get(MikroORM).em.fork();
        return (await em.execute<{ mail_attempts: number }[]>('select mail_attempts from invitations'))[0]
          ?.mail_attempts;
      };
      await eventually(async () => Number(await attempts()) >= 1, RETRIED);
      expect(await mailOf(id)).toBe('waiting');
      catcher = await startMailCatcher({ smtpPort });
      await eventually(() => mailsTo(email).length === 1, RETRIED);
      await eventually(async () => (await mailOf(id)) === 'sent');
      expect(mailsTo(email)[0]?.text).toContain(invitation.link);
    },
    2 * RETRIED,
  );

  it('reach an address of an international domain, stored in its ASCII form', async () => {
    const id = await newOrganization(admin);
    const local = `user${newId()}`;
    const stored = `${local}@xn--80a1acny.xn--p1ai`;
    expect(await invite(id, `${local}@почта.рф`)).toMatchObject({ email: stored });
    const again = await admin('POST', `/organizations/${id}/invitations`, { email: stored });
    expect(again.status).toBe(409);
    // The mail catcher shows the domain in Unicode.
    await eventually(() => mailsTo(`${local}@почта.рф`).length === 1, RETRIED);
    expect(await mailOf(id)).toBe('sent');
  });

  it('have a text and an HTML part with the link, escape names, and load no remote content', async () => {
    const name = '<img src=x> & "Sons"';
    const id = await newOrganization(admin, name);
    const email = `user${newId()}@portico.test`;
    const { link } = await invite(id, email);
    const mail = await eventually(() => mailsTo(email)[0], RETRIED);
    expect(mail).toMatchObject({ from: '"Acme" <no-reply@acme.test>', subject: `Invitation to ${name} on Acme` });
    expect(mail.text).toContain(link);
    expect(mail.text).toContain('for 7 days');
    expect(mail.html).toContain(`href="${link}"`);
    expect(mail.html).not.toContain('<img');
    expect(mail.html).not.toMatch(/<[^>]*\b(src|background)=|url\(|<(link|script|style)/);
  });

  it('break up web and e-mail addresses in names that were stored before such addresses were forbidden, so that no mail program links them', async () => {
    const inviterId = newId();
    const inviter = await orgs.as('ADMIN', inviterId);
    const id = await newOrganization(admin);
    const em = orgs.app.get(MikroORM).em.fork();
    await em.execute(
      "update organizations set name = 'Your account is locked: https://evil.test/unlock' where id = ?",
      [id],
    );
    await em.execute("insert into users (id, name, version) values (?, 'Security www.evil.test x@evil.test', 1)", [
      inviterId,
    ]);
    const email = `user${newId()}@portico.test`;
    const { link } = await invite(id, email, inviter);
    const { subject, text, html } = await eventually(() => mailsTo(email)[0], RETRIED);
    expect(subject).toBe('Invitation to Your account is locked: https: //evil. test/unlock on Acme');
    expect(text).toContain('Security www. evil. test x@ evil. test invites you');
    for (const part of [text, html])
      expect(part.replaceAll(link ?? '', '')).not.toMatch(/evil\.test|https:\/\/evil|@evil/);
  });

  it('contain the new link when they are sent again', async () => {
    const id = await newOrganization(admin);
    const email = `user${newId()}@portico.test`;
    const first = await invite(id, email);
    await eventually(() => mailsTo(email).length === 1, RETRIED);
    const again = (await admin('PUT', `/invitations/${first.id}/resend`)).body as Invitation;
    await eventually(() => mailsTo(email).length === 2, RETRIED);
    expect(mailsTo(email)[0]?.text).toContain(again.link);
    expect(mailsTo(email)[0]?.text).not.toContain(first.link);
  });
});
