import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTransport } from 'nodemailer';
import { type MailCatcher, startMailCatcher } from './index.ts';

describe('the mail catcher', () => {
  let catcher: MailCatcher;
  beforeAll(async () => {
    catcher = await startMailCatcher();
  });
  afterAll(() => catcher.stop());

  const send = async (subject: string, text = 'Hello', html = '<p>Hello</p>') => {
    const transport = createTransport(catcher.smtpUrl);
    await transport.sendMail({ from: 'a@portico.test', to: 'Bo <b@portico.test>', subject, text, html });
    transport.close();
  };

  it('shows sent mails escaped and with links, and runs no code from them', async () => {
    const link = 'https://portico.test/invitation#abc';
    await send('<b>Ünï</b>', `Follow\n\n${link}\n<script>alert(1)</script>`, '<script>alert(1)</script><p>Hi</p>');
    expect(catcher.mails()[0]).toMatchObject({ subject: '<b>Ünï</b>', to: '"Bo" <b@portico.test>' });
    const page = await fetch(catcher.url);
    const html = await page.text();
    expect(html).toContain('&lt;b&gt;Ünï&lt;/b&gt;');
    expect(html).toContain(`<a href="${link}">${link}</a>`);
    expect(html).not.toContain('<script>');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    const mail = await fetch(new URL(`/mails/${catcher.mails()[0]?.id}`, catcher.url));
    expect(mail.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect((await fetch(new URL('/mails/999', catcher.url))).status).toBe(404);
  });

  it('keeps the last 200 mails', async () => {
    const transport = createTransport({ url: catcher.smtpUrl, pool: true, maxConnections: 5 });
    const mails = Array.from({ length: 205 }, (_, index) => `mail ${index}`);
    const common = { from: 'a@portico.test', to: 'b@portico.test', text: 'x' };
    await transport.sendMail({ ...common, subject: 'first' });
    await Promise.all(mails.map((subject) => transport.sendMail({ ...common, subject })));
    await transport.sendMail({ ...common, subject: 'newest' });
    transport.close();
    const subjects = catcher.mails().map(({ subject }) => subject);
    expect([subjects.length, subjects[0], subjects.includes('first')]).toEqual([200, 'newest', false]);
  });
});
