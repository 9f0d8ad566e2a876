import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { openAccount } from './account.ts';
import { billingRoutes } from './billing.ts';
import { catalogueOf, type Offer } from './catalogue.ts';
import { answerCall } from './calls.ts';
import { customerRoutes } from './customers.ts';
import { startDeliveries } from './deliveries.ts';
import { disputeRoutes } from './disputes.ts';
import { meterRoutes } from './meters.ts';
import { answerPage } from './pages/answer-page.ts';
import { paymentMethodRoutes } from './payment-methods.ts';
import { priceRoutes } from './prices.ts';
import { productRoutes } from './products.ts';
import { sessionRoutes } from './sessions.ts';
import { subscriptionRoutes } from './subscriptions.ts';

export type { Offer } from './catalogue.ts';
export { DECLINED_CARD, GOOD_CARD } from './pages/cards.ts';
export { signatureOf } from './deliveries.ts';
export { readForm } from './form.ts';

const HOST = '127.0.0.1';
/** API version of the events. The SDK in the tests expects this version. */
const API_VERSION = '2026-10-28.endive';
const MAX_BODY_BYTES = 1024 * 1024;

export type StripeOptions = {
  /** 0 chooses a free port. */
  port: number;
  /** File of customers, payments and undelivered events. Default: memory only. */
  file?: string;
  /** The only accepted key. Default: generated. */
  secretKey?: string;
  /** Secret that signs webhooks. `webhookUrl` is their destination. Default: no webhooks. */
  webhookSecret?: string;
  webhookUrl?: string;
  /** Offers from the start, newest first. Calls can create more. */
  offers?: readonly Offer[];
  productName?: string;
  /** The `d` of an SVG path in a square of 32, shown beside the name. */
  logo?: string;
};

export type LocalStripe = {
  /** Base address, for the SDK's host, port and protocol, and for the hosted pages. */
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

const ROUTES = [
  productRoutes,
  priceRoutes,
  customerRoutes,
  sessionRoutes,
  subscriptionRoutes,
  meterRoutes,
  paymentMethodRoutes,
  billingRoutes,
  disputeRoutes,
];

/**
 * Starts a stand-in for Stripe on this machine: the API for the unmodified SDK, the hosted payment and portal pages, and signed
 * webhooks.
 * @throws Error with code EADDRINUSE if the port is taken.
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
  if (typeof address !== 'object' || !address) throw new Error('the stand-in has no address');
  const account = openAccount({
    url: `http://${HOST}:${address.port}`,
    apiVersion: API_VERSION,
    file: options.file,
    offered: catalogueOf(options.offers ?? []),
  });
  const routes = ROUTES.flatMap((routesOf) => routesOf(account));
  const brand = { productName: options.productName ?? 'Stripe stand-in', logo: options.logo };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = await readBody(request);
    if (!request.url?.startsWith('/v1/')) return answerPage(account, brand, request, response, sent);
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
