import { once } from 'node:events';
import type { IncomingMessage, RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { type CaughtHook, HookCatcher } from '../hooks/index.ts';
import { listenOnLoopback } from '../process/loopback.ts';
import type { CaughtMail } from './caught-mail.ts';
import { MAIL_HEADERS, PAGE_HEADERS, renderCaught } from './page.ts';

export type { CaughtMail } from './caught-mail.ts';

export type MailCatcher = {
  smtpUrl: string;
  /** The page that lists caught mails and messages. Its paths `mails.json` and `hooks.json` return them as JSON. */
  url: string;
  mails: () => readonly CaughtMail[];
  /** Messages to chats, incident tools and webhooks, sent to paths such as `/slack` and `/teams` of {@link MailCatcher.url}. */
  hooks: () => readonly CaughtHook[];
  stop: () => Promise<void>;
};

const HOST = '127.0.0.1';
const HOSTS = new Set([HOST, 'localhost']);
/** Maximum number of mails kept in memory. Older ones are dropped. */
const MAX_MAILS = 200;
const MAX_BYTES = 1024 * 1024;

const smtpServer = (keep: (mail: Omit<CaughtMail, 'id'>) => void): SMTPServer =>
  new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: MAX_BYTES,
    logger: false,
    onData: (stream, _, done) => {
      simpleParser(stream).then((mail) => {
        const to = [mail.to ?? []].flat().map(({ text }) => text);
        keep({
          from: mail.from?.text ?? '',
          to: to.join(', '),
          subject: mail.subject ?? '',
          text: mail.text ?? '',
          html: mail.html || '',
          messageId: mail.messageId ?? '',
          at: new Date().toISOString(),
        });
        done();
      }, done);
    },
  });

/** Rejects requests with a foreign host name, so that another site's page cannot read the mails by DNS rebinding. */
const isOwnHost = ({ headers }: IncomingMessage): boolean => HOSTS.has((headers.host ?? '').replace(/:\d+$/, ''));

const pageHandler =
  (mails: readonly CaughtMail[], hooks: HookCatcher): RequestListener =>
  (request, response) => {
    const answer = (status: number, headers: Record<string, string>, body: string) =>
      void response.writeHead(status, headers).end(body);
    const plain = { 'content-type': 'text/plain; charset=utf-8' };
    if (!isOwnHost(request)) return answer(403, plain, 'Not from here\n');
    if (request.method === 'POST' || request.method === 'PATCH')
      return void hooks.receive(request, response).catch(() => answer(500, plain, 'It could not be read\n'));
    const path = (request.url ?? '/').split('?')[0];
    const json = { 'content-type': 'application/json', 'cache-control': 'no-store' };
    if (path === '/') return answer(200, PAGE_HEADERS, renderCaught(mails, hooks.all()));
    if (path === '/mails.json') return answer(200, json, JSON.stringify(mails));
    if (path === '/hooks.json') return answer(200, json, JSON.stringify(hooks.all()));
    const mail = mails.find(({ id }) => path === `/mails/${id}`);
    return mail ? answer(200, MAIL_HEADERS, mail.html) : answer(404, plain, 'Not found\n');
  };

/**
 * Starts a mail server that delivers nothing, for the one-machine stack and tests. A page shows the last 200 mails, kept in
 * memory, and the messages to stand-ins of chats, incident tools and webhooks. It has no authentication, so it only listens on
 * loopback.
 * @param options - `smtpPort` 0 picks a free port.
 * @throws Error with code EADDRINUSE if the port is taken.
 */
export const startMailCatcher = async ({ smtpPort = 0 } = {}): Promise<MailCatcher> => {
  const mails: CaughtMail[] = [];
  let count = 0;
  const smtp = smtpServer((mail) => {
    count += 1;
    mails.unshift({ id: count, ...mail });
    mails.length = Math.min(mails.length, MAX_MAILS);
  });
  smtp.on('error', () => undefined);
  const hooks = new HookCatcher();
  await once(smtp.listen(smtpPort, HOST), 'listening');
  const page = await listenOnLoopback(0, HOST);
  page.serve(pageHandler(mails, hooks));
  return {
    smtpUrl: `smtp://${HOST}:${(smtp.server.address() as AddressInfo).port}`,
    url: `http://localhost:${page.port}/`,
    mails: () => mails,
    hooks: () => hooks.all(),
    stop: async () => {
      await new Promise<void>((resolve) => {
        smtp.close(() => resolve());
      });
      await page.close();
    },
  };
};
