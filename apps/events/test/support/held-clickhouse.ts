import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { engines } from '@portico/testkit';

/** Statements that read a page of an export. */
export const EXPORT_PAGE = /kafka_offset DESC LIMIT \d+/;

/** ClickHouse as the service reaches it. Statements that match `held` wait until they are let through, one by one. */
export type HeldClickHouse = {
  url: string;
  /** Statements that wait now, in the order in which they came. */
  held: () => string[];
  /** Lets the statement that has waited longest through. */
  release: () => void;
  /** From now on nothing is held. */
  open: () => void;
  /** Every statement that came so far. */
  seen: () => readonly string[];
  /** Connections by which statements that match came, by the port at the other end. */
  connectionsOf: (pattern: RegExp) => Set<number>;
  stop: () => void;
};

export async function holdClickHouse(pattern: RegExp): Promise<HeldClickHouse> {
  const target = new URL(engines().CLICKHOUSE_URL);
  const seen: string[] = [];
  const ports: number[] = [];
  let waiting: { sql: string; pass: () => void }[] = [];
  let isOpen = false;

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void => {
    const { method, url: path = '/', headers } = incoming;
    const passed = request({ hostname: target.hostname, port: target.port, method, path, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(outgoing);
    });
    passed.once('error', () => outgoing.destroy());
    passed.end(body);
  };
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.once('end', () => {
      const body = Buffer.concat(chunks);
      const sql = `${new URL(incoming.url ?? '/', target).searchParams.get('query') ?? ''}${body.toString('latin1', 0, 2_000)}`;
      seen.push(sql);
      ports.push(incoming.socket.remotePort ?? 0);
      if (isOpen || !pattern.test(sql)) return pass(incoming, outgoing, body);
      const entry = { sql, pass: () => pass(incoming, outgoing, body) };
      waiting.push(entry);
      outgoing.once('close', () => {
        waiting = waiting.filter((one) => one !== entry);
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === 'object' ? address?.port : '');
  const release = (): void => waiting.shift()?.pass();
  return {
    url: url.href,
    held: () => waiting.map(({ sql }) => sql),
    release,
    open: () => {
      isOpen = true;
      while (waiting.length > 0) release();
    },
    seen: () => seen,
    connectionsOf: (one) => new Set(ports.filter((_, index) => one.test(seen[index] ?? ''))),
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
