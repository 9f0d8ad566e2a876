import { connect, createServer, type Socket } from 'node:net';
import type { Balancer } from './balancer.ts';

/** Milliseconds between two checks of each process. A check times out after five intervals. */
const INTERVAL_MS = 200;

/** Forwards each connection to the next ready process without reading requests, like a Kubernetes service. */
export async function startOwnBalancer(port: number, ports: readonly number[]): Promise<Balancer> {
  const ready = new Set<number>();
  const sockets = new Set<Socket>();
  let turn = 0;
  const look = async (one: number): Promise<void> => {
    const signal = AbortSignal.timeout(INTERVAL_MS * 5);
    const isReady = await fetch(`http://127.0.0.1:${one}/health/ready`, { signal }).then(
      async (answer) => {
        await answer.body?.cancel();
        return answer.ok;
      },
      () => false,
    );
    if (isReady) ready.add(one);
    else ready.delete(one);
  };
  const timer = setInterval(() => ports.forEach((one) => void look(one)), INTERVAL_MS);
  const track = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.once('close', () => sockets.delete(socket));
  };
  /** Connects to the first process that accepts. The next process can be tried, because one that refuses has read no data. */
  const passOn = (from: Socket, left: readonly number[]): void => {
    const [one, ...others] = left;
    if (one === undefined) {
      from.destroy();
      return;
    }
    const to = track(connect(one, '127.0.0.1'));
    const next = (): void => passOn(from, others);
    to.once('error', next);
    to.once('connect', () => {
      to.off('error', next);
      to.on('error', () => from.destroy());
      from.on('error', () => to.destroy());
      from.on('close', () => to.destroy());
      from.pipe(to).pipe(from);
    });
  };
  const server = createServer({ pauseOnConnect: false, noDelay: true }, (from) => {
    track(from).on('error', () => undefined);
    const those = ports.filter((one) => ready.has(one));
    turn += 1;
    const first = turn % Math.max(1, those.length);
    passOn(from, [...those.slice(first), ...those.slice(0, first)]);
  });
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    kind: 'of the kit',
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
