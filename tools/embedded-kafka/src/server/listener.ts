import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { StartError } from '../storage/data-folder.ts';

const ATTEMPTS = 20;

interface Listener {
  readonly port: number;
  /** Stops accepting connections. The caller closes the open ones. */
  close(): Promise<void>;
}

function listen(host: string, port: number, onSocket: (socket: Socket) => void): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(onSocket);
    server.once('error', reject);
    server.listen({ host, port, ipv6Only: host.includes(':') }, () => resolve(server));
  });
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}

/** Listens on `host`. `localhost` means both loopback addresses, on the same port, if the machine has both. */
export async function openListener(host: string, port: number, onSocket: (socket: Socket) => void): Promise<Listener> {
  const [first, second] = host === 'localhost' ? ['127.0.0.1', '::1'] : [host, undefined];
  for (let attempt = 1; ; attempt++) {
    const servers: Server[] = [];
    try {
      const server = await listen(first, port, onSocket);
      servers.push(server);
      const taken = (server.address() as AddressInfo).port;
      if (second !== undefined) {
        const other = await listen(second, taken, onSocket).catch(ignoreMissingFamily);
        if (other !== undefined) servers.push(other);
      }
      return { port: taken, close: async () => void (await Promise.all(servers.map(closeServer))) };
    } catch (error) {
      await Promise.all(servers.map(closeServer));
      if (port === 0 && codeOf(error) === 'EADDRINUSE' && attempt < ATTEMPTS) continue;
      if (codeOf(error) === 'EADDRINUSE') throw new StartError(`port ${port} of ${host} is in use`);
      throw new StartError(`cannot listen on ${host}:${port}: ${String(error)}`);
    }
  }
}

/** On a machine without IPv6, listens on IPv4 only. */
function ignoreMissingFamily(error: unknown): undefined {
  if (codeOf(error) === 'EADDRNOTAVAIL' || codeOf(error) === 'EAFNOSUPPORT') return undefined;
  throw error;
}
