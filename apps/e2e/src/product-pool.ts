import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { eventually, read } from '@portico/testkit';
import { callAs } from '@portico/testkit/product/signed-in';
import { type Stack, startNewStack } from '@portico/testkit/product/stack';

/** Milliseconds after which an unused product stops. Longer than a worker needs between two suites. */
const IDLE_MS = 15_000;
/** Shortens the defaults: 30 s before a notice, 5 min before the next notice, and 60 s between reports to Stripe. */
const SETTINGS = { NOTICE_WAIT_SECONDS: '1', NOTICE_GROUP_SECONDS: '0', REPORT_USAGE_EVERY_SECONDS: '1' };

type User = { id: number; name: string; email: string; usertype: string };
type Product = { stack: Stack; stop: () => Promise<unknown>; users: readonly User[]; ending?: NodeJS.Timeout };

const usersOf = async (stack: Stack): Promise<User[]> => {
  const superAdmin = await callAs(stack, 'superadmin');
  const { data } = await read<{ data: User[] }>(superAdmin, '/users?limit=100');
  return data.filter(({ usertype }) => usertype !== 'SUPER_ADMIN');
};

/**
 * Removes the data of the previous suite, except events, rejected events, ended episodes and mails, which administrators still see.
 * Creates the demo accounts again, without an organization.
 */
const clear = async ({ stack, users }: Product): Promise<void> => {
  const superAdmin = await callAs(stack, 'superadmin');
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const { status } = await superAdmin(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}`);
  };
  for (const path of ['/integrations', '/organizations']) {
    const { data } = await read<{ data: { id: number }[] }>(superAdmin, `${path}?limit=100`);
    for (const { id } of data) await send('DELETE', `${path}/${id}`);
  }
  for (const { id } of await usersOf(stack)) await send('DELETE', `/users/${id}`);
  for (const { name, email, usertype } of users) await send('POST', '/users', { name, email, usertype });
  await eventually(async () => {
    const { integrations } = await read<{ integrations: string[] }>(superAdmin, '/events');
    return integrations.length === 0;
  });
};

/**
 * Starts a server that lends products to the browser suites of one run. A suite connects to `port`, sends the line `new` or `any`,
 * and receives a line with the addresses of a product. No other suite uses the product until the connection ends. The next suite
 * that sends `any` then receives the product.
 */
export async function startProductPool(): Promise<{ port: number; stop: () => Promise<void> }> {
  const free: Product[] = [];
  const running = new Set<Product['stop']>();

  const start = async (): Promise<Product> => {
    const stack = await startNewStack(SETTINGS);
    let end: Promise<unknown> | undefined;
    const stop = () => (end ??= stack.stop());
    running.add(stop);
    return { stack, stop, users: await usersOf(stack) };
  };
  const take = async (isNew: boolean): Promise<Product> => {
    const product = isNew ? undefined : free.pop();
    if (!product) return start();
    clearTimeout(product.ending);
    await clear(product);
    return product;
  };
  const giveBack = (product: Product): void => {
    free.push(product);
    product.ending = setTimeout(() => {
      free.splice(free.indexOf(product), 1);
      void product.stop();
    }, IDLE_MS);
  };
  const lend = async (socket: Socket): Promise<void> => {
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const [request] = (await once(createInterface({ input: socket }), 'line')) as string[];
    const product = await take(request === 'new');
    const { consoleUrl, apiUrl, kafkaBrokers, environment } = product.stack;
    socket.write(`${JSON.stringify({ consoleUrl, apiUrl, kafkaBrokers, environment })}\n`);
    await closed;
    giveBack(product);
  };
  const server = createServer((socket) => {
    socket.on('error', () => undefined); // the socket of a killed worker
    lend(socket).catch((error: unknown) => socket.end(`${JSON.stringify({ error: String(error) })}\n`));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = async (): Promise<void> => {
    server.close();
    for (const { ending } of free) clearTimeout(ending);
    await Promise.all([...running].map((end) => end()));
  };
  return { port: (server.address() as AddressInfo).port, stop };
}
