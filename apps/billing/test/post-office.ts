import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A webhook from the local Stripe. */
export type Letter = { body: string; signature: string; type: string; id: string };

export type PostOffice = {
  /** The local Stripe's webhook URL. */
  url: string;
  /** All received webhooks in order, including repetitions. */
  letters: Letter[];
  /** Forwards later webhooks to this service. Null acknowledges later webhooks without forwarding. */
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

/** Receives the local Stripe's webhooks, stores them, and forwards them as the test requires. */
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
