import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Port range for nodes. Outgoing connections cannot take these ports: they use ports from 32768 on Linux, and higher ones elsewhere. */
const RANGE = [10_000, 32_768] as const;
const TRIES = 100;

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });

/**
 * Returns `count` different free ports of 127.0.0.1, for nodes that start later.
 * @throws Error if too few ports are free.
 */
export const freePorts = async (count: number): Promise<number[]> => {
  const ports = new Set<number>();
  for (let tries = 0; ports.size < count; tries += 1) {
    if (tries > TRIES + count) throw new Error(`no ${count} ports are free`);
    const port = randomInt(...RANGE);
    if (await canListen(port)) ports.add(port);
  }
  return [...ports];
};
