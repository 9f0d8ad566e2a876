import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openAccount } from './account.ts';
import type { Account } from './account.ts';
import { billingRoutes } from './billing.ts';
import { answerCall } from './calls.ts';
import { customerRoutes } from './customers.ts';
import { startDeliveries } from './deliveries.ts';
import { disputeRoutes } from './disputes.ts';
import { answerPage } from './pages/answer-page.ts';
import { priceRoutes } from './prices.ts';
import { productRoutes } from './products.ts';
import { sessionRoutes } from './sessions.ts';

export { DECLINED_CARD, GOOD_CARD } from './pages/cards.ts';
export { signatureOf } from './deliveries.ts';
export { readForm } from './form.ts';

const HOST = '127.0.0.1';
const MAX_BODY_BYTES = 1024 * 1024;

export type StripeOptions = {
  /** 0 chooses a free one. */
  port: number;
  /** Where customers, payments and undelivered events are kept; without it in memory. */
  file?: string;
  /** The only key that is accepted; without one it is made anew. */
  secretKey?: string;
  /** What webhooks are signed with, and where they go: absent, nowhere. */
  webhookSecret?: string;
  webhookUrl?: string;
  /** Name of the product on the hosted pages. */
  productName?: string;
};

export type LocalStripe = {
  /** Base address, for the SDK's host, port and protocol; the hosted pages are below it as well. */
  url: string;
  secretKey: string;
  webhookSecret: string;
  stop: () => Promise<void>;
};

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new RangeError('the request is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

const routesOf = (account: Account) => [
  ...productRoutes,
  ...priceRoutes,
  ...customerRoutes(account),
  ...sessionRoutes(account),
  ...billingRoutes(account),
  ...disputeRoutes(account),
];

/**
 * Starts a stand-in for Stripe on this machine: the API for the unmodified SDK, the hosted payment and portal pages, and
 * signed webhooks.
 * @throws Error with code EADDRINUSE when the port is taken.
 */
export const startStripe = async (options: StripeOptions): Promise<LocalStripe> => {
  const secretKey = options.secretKey ?? `sk_test_${randomBytes(24).toString('hex')}`;
  const webhookSecret = options.webhookSecret ?? `whsec_${randomBytes(24).toString('hex')}`;
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port, HOST, resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the local Stripe has no address');
  const account = openAccount(`http://${HOST}:${address.port}`, '2026-10-28.endive', options.file);
  const routes = routesOf(account);
  const productName = options.productName ?? 'Portico';

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = await readBody(request);
    if (!request.url?.startsWith('/v1/')) return answerPage(account, productName, request, response, sent);
    const { status, body, isReplayed } = answerCall(account, routes, request, sent, secretKey);
    response.writeHead(status, {
      'content-type': 'application/json',
      'request-id': `req_${randomBytes(8).toString('hex')}`,
      'stripe-version': request.headers['stripe-version'] ?? '',
      ...(isReplayed && { 'idempotent-replayed': 'true' }),
    });
    response.end(JSON.stringify(body));
  };
  server.on('request', (request, response) => void respond(request, response).catch(() => response.destroy()));
  const webhook = options.webhookUrl === undefined ? undefined : { url: options.webhookUrl, secret: webhookSecret };
  const deliveries = startDeliveries(account, webhook);
  return {
    url: account.url,
    secretKey,
    webhookSecret,
    stop: () =>
      new Promise((resolve) => {
        deliveries.stop();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
