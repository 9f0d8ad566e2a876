import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** One request to Stripe. `body` is a form. */
export type Sent = { method: string; path: string; query: string; headers: Record<string, string>; body: string };

export type Wire = {
  /** The service's STRIPE_API_URL. */
  url: string;
  sent: Sent[];
  /** Answers no request while `work` runs, as in an outage of Stripe. */
  cut: <Result>(work: () => Promise<Result>) => Promise<Result>;
  /** Delays requests until `release`. */
  hold: () => void;
  release: () => void;
  /** Makes Stripe reject this path for the service's key. */
  deny: (path: string) => void;
  /** Passes every later response through `change`, and awaits its result. Null restores unchanged responses. */
  onAnswer: (change: ((path: string, body: string) => string | Promise<string>) | null) => void;
  stop: () => Promise<void>;
};

/** Starts a proxy between the service and the local Stripe. The proxy records, and can block, every request. */
export async function startWire(target: string): Promise<Wire> {
  const sent: Sent[] = [];
  let isCut = false;
  const denied = new Set<string>();
  let held: Promise<void> = Promise.resolve();
  let release: () => void = () => undefined;
  let change: Parameters<Wire['onAnswer']>[0] = null;
  const server = createServer(async (request, response) => {
    if (isCut) return request.socket.destroy();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const { method = 'GET', url = '/' } = request;
    const [path = '/', query = ''] = url.split('?');
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
    sent.push({ method, path, query, headers: Object.fromEntries(headers), body: body.toString() });
    await held;
    if (denied.has(path))
      return response
        .writeHead(403)
        .end(JSON.stringify({ error: { type: 'invalid_request_error', message: 'denied' } }));
    const passed = send(new URL(url, target), { method, headers: request.headers }, async (answer) => {
      const answered = await text(answer);
      const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers;
      const changed = change ? await change(path, answered) : answered;
      response.writeHead(answer.statusCode ?? 502, headers).end(changed);
    });
    passed.on('error', () => response.destroy());
    passed.end(body);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    sent,
    cut: async (work) => {
      isCut = true;
      server.closeAllConnections();
      try {
        return await work();
      } finally {
        isCut = false;
      }
    },
    hold: () => {
      ({ promise: held, resolve: release } = Promise.withResolvers<void>());
    },
    release: () => release(),
    deny: (path) => void denied.add(path),
    onAnswer: (next) => {
      change = next;
    },
    stop: () =>
      new Promise((resolve) => {
        release();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
