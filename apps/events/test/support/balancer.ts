import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A load balancer with one URL for several processes. */
export type Balancer = { url: string; stop: () => void };

/** Forwards each connection to the next available target, and closes it when the target ends. */
export async function startBalancer(targets: readonly string[]): Promise<Balancer> {
  const open = new Set<Socket>();
  let turn = 0;
  const keep = (socket: Socket): void => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  };
  const forward = (client: Socket, left: number): void => {
    const { hostname, port } = new URL(targets[turn % targets.length] ?? '');
    turn += 1;
    const target = connect(Number(port), hostname);
    let isConnected = false;
    keep(target);
    target.once('connect', () => {
      isConnected = true;
      client.pipe(target).pipe(client);
    });
    target.on('error', () => (!isConnected && left > 1 ? forward(client, left - 1) : client.destroy()));
    target.once('close', () => isConnected && client.destroy());
    client.once('close', () => target.destroy());
  };
  const server = createServer((client) => {
    keep(client);
    client.on('error', () => client.destroy());
    forward(client, targets.length);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const stop = (): void => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  return { url: `http://127.0.0.1:${port}`, stop };
}
