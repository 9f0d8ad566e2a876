import { createServer } from 'node:net';

const LOOPBACKS = ['127.0.0.1', '::1'] as const;

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

/** Ports that the system has free now, all different. They are held together until all are known. */
export const freePorts = async (count: number): Promise<number[]> => {
  const probes = await Promise.all(
    Array.from(
      { length: count },
      () =>
        new Promise<{ port: number; close: () => Promise<void> }>((resolve, reject) => {
          const probe = createServer();
          probe.once('error', reject);
          probe.listen(0, '127.0.0.1', () => {
            const address = probe.address();
            const port = typeof address === 'object' && address ? address.port : 0;
            resolve({ port, close: () => new Promise((done) => probe.close(() => done())) });
          });
        }),
    ),
  );
  await Promise.all(probes.map((probe) => probe.close()));
  return probes.map(({ port }) => port);
};

/** @throws Error when the system has no port free. */
export const freePort = async (): Promise<number> => {
  const [port] = await freePorts(1);
  if (port === undefined) throw new Error('no free port');
  return port;
};
