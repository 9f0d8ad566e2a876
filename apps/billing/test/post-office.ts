import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** One webhook as the local Stripe has sent it. */
export type Letter = { body: string; signature: string; type: string; id: string };

export type PostOffice = {
  /** To be the local Stripe's webhook address. */
  url: string;
  /** Everything that was handed in, in order; what comes again stands there again. */
  letters: Letter[];
  /** Delivers what comes from now on to this service; null keeps it back, acknowledged. */
  deliverTo: (serviceUrl: string | null) => void;
  stop: () => Promise<void>;
};

export const deliver = (
  serviceUrl: string,
  { body, signature }: Pick<Letter, 'body' | 'signature'>,
): Promise<Response> =>
  fetch(new URL('/stripe/webhook', serviceUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
    body,
  });

/** Takes the local Stripe's webhooks, keeps them, and hands them on as a test wants. */
export async function startPostOffice(): Promise<PostOffice> {
  const letters: Letter[] = [];
  let serviceUrl: string | null = null;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const { type, id } = JSON.parse(body) as { type: string; id: string };
    const letter = { body, signature: String(request.headers['stripe-signature']), type, id };
    letters.push(letter);
    const status =
      serviceUrl === null
        ? 200
        : await deliver(serviceUrl, letter).then(
            (answer) => answer.status,
            () => 503,
          );
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    letters,
    deliverTo: (url) => {
      serviceUrl = url;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
