import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Port range for nodes. Outgoing connections cannot take these ports: they use ports from 32768 on Linux, and higher ones elsewhere. */
const RANGE = [10_000, 32_768] as const;
const MAX_ATTEMPTS = 100;

const canListen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer().once('error', () => resolve(false));
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => probe.close(() => resolve(true)));
  });

/** Returns ports for nodes that start later. @throws Error if too few ports are free. */
export const freePorts = async (count: number): Promise<number[]> => {
  const ports = new Set<number>();
  for (let attempts = 0; ports.size < count; attempts += 1) {
    if (attempts > MAX_ATTEMPTS + count) throw new Error(`no ${count} ports are free`);
    const port = randomInt(...RANGE);
    if (await canListen(port)) ports.add(port);
  }
  return [...ports];
};
