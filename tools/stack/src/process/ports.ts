import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const LOOPBACKS = ['127.0.0.1', '::1'] as const;
/** Lowest chosen port. People use lower ports for their own servers, and browsers and `fetch` block 10,080 and some lower ports. */
const MIN_PORT = 10_081;
/** Default start of the range of outgoing connections in Linux. It is higher on other systems. */
const DEFAULT_EPHEMERAL_START = 32_768;
const LINUX_RANGE = '/proc/sys/net/ipv4/ip_local_port_range';

const canListen = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has no listener on ::1, so the port counts as free.
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT');
    });
    probe.listen({ port, host, exclusive: true }, () => {
      probe.close(() => resolve(true));
    });
  });

/** Whether nothing listens on this port, on 127.0.0.1 or ::1, since `localhost` may mean either in a browser. */
export const isFree = async (port: number): Promise<boolean> =>
  (await Promise.all(LOOPBACKS.map((host) => canListen(port, host)))).every(Boolean);

/**
 * The first port that the system uses for outgoing connections. A server's port that is picked now and bound later must be lower,
 * because an outgoing connection may take any higher port in between.
 * @param range Linux's first and last port, or undefined on another system.
 */
export const ephemeralStart = (range: string | undefined): number => {
  const first = Number(range?.trim().split(/\s+/)[0]);
  // If all ports from MIN_PORT are used for outgoing connections, no port is safe. The default start then works as well as any other.
  return first > MIN_PORT ? first : DEFAULT_EPHEMERAL_START;
};

const readRange = (): string | undefined => {
  try {
    return readFileSync(LINUX_RANGE, 'utf8');
  } catch {
    return undefined;
  }
};

/** Inputs of the port chooser. Tests replace them. */
type PortRange = { first: number; end: number; isFree: (port: number) => Promise<boolean> };

/**
 * Returns a function that picks rows of adjacent free ports from a range, each port once. It starts at a random port, so that
 * concurrent processes rarely pick the same ports.
 */
export const portChooser = ({ first, end, isFree: free }: PortRange): ((count: number) => Promise<number[]>) => {
  let next = randomInt(first, end);
  let left = end - first;
  return async (count) => {
    while (left >= count) {
      if (next + count > end) {
        left -= end - next;
        next = first;
        continue;
      }
      // Reserves the row before it probes the ports, because another call may pick ports in the meantime.
      const row = Array.from({ length: count }, (_, index) => next + index);
      next += count;
      left -= count;
      if ((await Promise.all(row.map(free))).every(Boolean)) return row;
    }
    throw new Error(`no free port is left from ${first} to ${end - 1}`);
  };
};

const choose = portChooser({ first: MIN_PORT, end: ephemeralStart(readRange()), isFree });

/**
 * Returns different free ports for servers that start later or in other processes. The ports are below those of outgoing connections.
 * @throws Error when the system has no free port left.
 */
export const freePorts = async (count: number): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, () => choose(1)))).flat();

export const freePortsInARow = (count: number): Promise<number[]> => choose(count);

export const freePort = async (): Promise<number> => {
  const [port = 0] = await choose(1);
  return port;
};
