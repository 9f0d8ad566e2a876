import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { findInCatalogue } from './catalogue.ts';
import { expand } from './expand.ts';
import { StripeFault } from './fault.ts';
import { listOf, readParameters } from './parameters.ts';
import { priceRoutes } from './prices.ts';
import { productRoutes } from './products.ts';
import { findRoute } from './route.ts';

const HOST = '127.0.0.1';
const ROUTES = [...productRoutes, ...priceRoutes];

export type LocalStripe = {
  /** Base address, for the SDK's host, port and protocol. */
  url: string;
  /** The only key that is accepted; made anew at each start. */
  secretKey: string;
  stop: () => Promise<void>;
};

const isKey = (request: IncomingMessage, secretKey: string): boolean => {
  const expected = Buffer.from(`Bearer ${secretKey}`);
  const given = Buffer.from(request.headers.authorization ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
};

/** What a request is answered. @throws StripeFault when it is refused. */
const answer = (request: IncomingMessage, secretKey: string): unknown => {
  if (!isKey(request, secretKey)) throw new StripeFault(401, 'Invalid API Key provided');
  const { method = 'GET', url = '/' } = request;
  const { pathname, searchParams } = new URL(url, `http://${HOST}`);
  const found = findRoute(ROUTES, method, pathname);
  if (!found) {
    throw new StripeFault(404, `Unrecognized request URL (${method}: ${pathname}); the local Stripe does not know it.`);
  }
  const parameters = readParameters(searchParams, found.route.parameters);
  return expand(found.route.answer({ id: found.id, parameters }), listOf(parameters, 'expand'), findInCatalogue);
};

const respond = (request: IncomingMessage, response: ServerResponse, secretKey: string): void => {
  request.resume();
  let [status, body]: [number, unknown] = [200, undefined];
  try {
    body = answer(request, secretKey);
  } catch (error) {
    const fault = error instanceof StripeFault ? error : new StripeFault(500, String(error));
    [status, body] = [fault.status, fault.toBody()];
  }
  response.writeHead(status, {
    'content-type': 'application/json',
    'request-id': `req_${randomBytes(8).toString('hex')}`,
    'stripe-version': request.headers['stripe-version'] ?? '',
  });
  response.end(JSON.stringify(body));
};

/**
 * Starts a stand-in for Stripe on this machine: Portico's products and prices, read by the unmodified Stripe SDK.
 * @param options - `port` 0 chooses a free one.
 * @throws Error with code EADDRINUSE when the port is taken.
 */
export const startStripe = async ({ port }: { port: number }): Promise<LocalStripe> => {
  const secretKey = `sk_test_${randomBytes(24).toString('base64url')}`;
  const server = createServer((request, response) => respond(request, response, secretKey));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, HOST, resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || !address) throw new Error('the local Stripe has no address');
  return {
    url: `http://${HOST}:${address.port}`,
    secretKey,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
