import { execFileSync } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createProxy, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Public addresses, which the egress guard accepts. The proxy connects each address to the test's server. */
export const HOSTS = [
  '8.8.8.8',
  '9.9.9.9',
  '1.1.1.1',
  '8.8.4.4',
  '1.0.0.1',
  '208.67.222.222',
  '208.67.220.220',
] as const;

type Received = { host: string; path: string; headers: IncomingMessage['headers']; body: string };

/** Receivers at public addresses, behind a proxy that requires a password. */
export type PublicReceivers = {
  environment: Record<string, string>;
  /** Targets of CONNECT requests, in order. */
  connects: readonly { target: string; authorization: string | undefined }[];
  /** Requests in the order in which they arrived. */
  received: readonly Received[];
  /** Returns a host's number of unanswered requests. `now`: current number. `most`: highest number so far. */
  open: (host: string) => { now: number; most: number };
  stop: () => Promise<void>;
};

export const PROXY_PASSWORD = 'a-password-of-the-proxy';

/** @param answer - the receiver answers a request with 200 when the returned promise resolves. */
export async function startPublicReceivers(answer: (received: Received) => Promise<void>): Promise<PublicReceivers> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-receivers-'));
  const names = HOSTS.map((host) => `IP:${host}`).join(',');
  const files = ['-keyout', 'server.key', '-out', 'server.pem', '-subj', '/CN=receivers'];
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...files, '-days', '1', '-addext', `subjectAltName=${names}`],
    { cwd: folder, stdio: 'ignore' },
  );
  const [key, cert] = await Promise.all(['server.key', 'server.pem'].map((name) => readFile(join(folder, name))));
  const received: Received[] = [];
  const connects: { target: string; authorization: string | undefined }[] = [];
  const open = new Map<string, { now: number; most: number }>();
  const openOf = (host: string) => open.get(host) ?? { now: 0, most: 0 };
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const host = request.headers.host ?? '';
    const { now, most } = openOf(host);
    open.set(host, { now: now + 1, most: Math.max(most, now + 1) });
    response.once('close', () => open.set(host, { ...openOf(host), now: openOf(host).now - 1 }));
    const body = await request.setEncoding('utf8').reduce((all, chunk: string) => all + chunk, '');
    const one = { host, path: request.url ?? '', headers: request.headers, body };
    received.push(one);
    await answer(one);
    response.writeHead(200).end();
  };
  const server = createServer(
    { key, cert },
    (request, response) => void receive(request, response).catch(() => undefined),
  );
  const sockets = new Set<Socket>();
  const proxy = createProxy((_, response) => response.writeHead(405).end());
  proxy.on('connection', (socket) => sockets.add(socket));
  proxy.on('connect', (request, socket) => {
    connects.push({ target: request.url ?? '', authorization: request.headers['proxy-authorization'] });
    const upstream = connect((server.address() as AddressInfo).port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    for (const [one, other] of [
      [socket, upstream],
      [upstream, socket],
    ] as const)
      one.on('error', () => other.destroy()).on('close', () => other.destroy());
  });
  for (const one of [server, proxy])
    await new Promise<void>((resolve) => {
      one.listen(0, '127.0.0.1', resolve);
    });
  const { port } = proxy.address() as AddressInfo;
  return {
    environment: {
      HTTPS_PROXY: `http://portico:${PROXY_PASSWORD}@127.0.0.1:${port}`,
      NODE_EXTRA_CA_CERTS: join(folder, 'server.pem'),
    },
    connects,
    received,
    open: openOf,
    stop: async () => {
      for (const one of [server, proxy]) one.close().closeAllConnections();
      for (const socket of sockets) socket.destroy();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
