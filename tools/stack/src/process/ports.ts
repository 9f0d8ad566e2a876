import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';

const LOOPBACKS = ['127.0.0.1', '::1'] as const;
/** Ports below are the ones that people give to servers of their own; browsers and `fetch` refuse 10,080 and some below. */
const LOWEST = 10_081;
/** Where the range of outgoing connections begins in Linux by default; elsewhere it begins higher. */
const USUAL_EPHEMERAL = 32_768;
const LINUX_RANGE = '/proc/sys/net/ipv4/ip_local_port_range';

const canListen = (port: number, host: string): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      // A machine without IPv6 has nobody there either.
      resolve(error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT');
    });
    probe.listen({ port, host, exclusive: true }, () => {
      probe.close(() => resolve(true));
    });
  });

/** Whether nobody listens on this port, neither on 127.0.0.1 nor on ::1: a browser's `localhost` may mean either. */
export const isFree = async (port: number): Promise<boolean> =>
  (await Promise.all(LOOPBACKS.map((host) => canListen(port, host)))).every(Boolean);

/**
 * The first port that the system gives to outgoing connections. A server's port that is chosen now and bound later has to
 * lie below: an outgoing connection may take any other one in between.
 * @param range what Linux says of it: its first and last port. Absent: another system.
 */
export const ephemeralStart = (range: string | undefined): number => {
  const first = Number(range?.trim().split(/\s+/)[0]);
  // A system whose range leaves nothing below has no port that is safe; those below the usual one do as well as any.
  return first > LOWEST ? first : USUAL_EPHEMERAL;
};

const readRange = (): string | undefined => {
  try {
    return readFileSync(LINUX_RANGE, 'utf8');
  } catch {
    return undefined;
  }
};

/** What the choice depends on, for tests. */
export type PortRange = { first: number; end: number; isFree: (port: number) => Promise<boolean> };

/**
 * Hands out rows of neighbouring free ports from a range, each port once: from a random one upwards, so that processes which
 * choose at the same time hardly meet.
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
      // Taken before it is probed: others ask meanwhile.
      const row = Array.from({ length: count }, (_, index) => next + index);
      next += count;
      left -= count;
      if ((await Promise.all(row.map(free))).every(Boolean)) return row;
    }
    throw new Error(`no free port is left from ${first} to ${end - 1}`);
  };
};

const choose = portChooser({ first: LOWEST, end: ephemeralStart(readRange()), isFree });

/**
 * Free ports for servers that are started later or by others, all different; below those of outgoing connections.
 * @throws Error when the system has none left.
 */
export const freePorts = async (count: number): Promise<number[]> =>
  (await Promise.all(Array.from({ length: count }, () => choose(1)))).flat();

/** As `freePorts`, one behind the other. */
export const freePortsInARow = (count: number): Promise<number[]> => choose(count);

/** As `freePorts`, one. */
export const freePort = async (): Promise<number> => {
  const [port = 0] = await choose(1);
  return port;
};
