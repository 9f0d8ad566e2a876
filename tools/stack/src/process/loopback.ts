import { createServer, type RequestListener, type Server } from 'node:http';
import { codeOf } from './system-error.ts';

const LOOPBACK = ['127.0.0.1', '::1'];
/** Maximum attempts to find a port. A port that is free on IPv4 may be taken on IPv6, or the reverse. */
const ATTEMPTS = 20;

type Listening = { port: number; serve: (handler: RequestListener) => void; close: () => Promise<void> };

const listen = (host: string, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      resolve(server);
    });
  });

const portOf = (server: Server): number => {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
};

const close = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

const isAbsentFamily = (error: unknown): boolean => ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(String(codeOf(error)));

const listenOnce = async (hosts: readonly string[], port: number): Promise<Listening> => {
  const servers: Server[] = [];
  try {
    for (const host of hosts) {
      const wanted = servers[0] ? portOf(servers[0]) : port;
      try {
        servers.push(await listen(host, wanted));
      } catch (error) {
        if (!servers.length || !isAbsentFamily(error)) throw error;
      }
    }
  } catch (error) {
    await Promise.all(servers.map(close));
    throw error;
  }
  return {
    port: servers[0] ? portOf(servers[0]) : port,
    serve: (handler) => servers.forEach((server) => server.on('request', handler)),
    close: async () => void (await Promise.all(servers.map(close))),
  };
};

/**
 * Listens for HTTP only from this machine: on `host` if given, otherwise on 127.0.0.1 and ::1, because `localhost` may mean either
 * address. Call `serve` immediately. Port 0 picks a port that is free on both addresses.
 * @throws Error with code EADDRINUSE when the port is taken on an address. Nothing is listening then.
 */
export const listenOnLoopback = async (port: number, host?: string): Promise<Listening> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listenOnce(host ? [host] : LOOPBACK, port);
    } catch (error) {
      if (port !== 0 || codeOf(error) !== 'EADDRINUSE' || attempt === ATTEMPTS) throw error;
    }
  }
};
