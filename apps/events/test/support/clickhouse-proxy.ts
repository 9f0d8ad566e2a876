import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { engines } from '@portico/testkit';

/** An intercepted statement. */
type Passing = {
  sql: string;
  /** Parameters of the URL. */
  settings: URLSearchParams;
  /** Remote port of the connection. */
  port: number;
  /** Forwards the statement, optionally with another text. */
  pass: (text?: string) => void;
  /** Called when the caller has disconnected. */
  onGone: (gone: () => void) => void;
};

/** Starts a proxy of ClickHouse. It calls `handle` for each statement. */
export async function proxyClickHouse(
  handle: (statement: Passing) => void,
): Promise<{ url: string; stop: () => void }> {
  const target = new URL(engines().CLICKHOUSE_URL);

  const pass = (incoming: IncomingMessage, outgoing: ServerResponse, body: Buffer): void => {
    const { method, url: path = '/' } = incoming;
    const { 'content-length': length, ...otherHeaders } = incoming.headers;
    const headers = length === undefined ? otherHeaders : { ...otherHeaders, 'content-length': body.length };
    const { hostname, port } = target;
    // Opens a connection for each statement, because ClickHouse may close an idle connection while the next statement is sent.
    const passed = request({ hostname, port, method, path, headers, agent: false }, (answer) => {
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
      const settings = new URL(incoming.url ?? '/', target).searchParams;
      handle({
        // If the body contains rows, the URL contains the statement.
        sql: settings.get('query') ?? body.toString(),
        settings,
        port: incoming.socket.remotePort ?? 0,
        pass: (text) => pass(incoming, outgoing, text === undefined ? body : Buffer.from(text)),
        onGone: (gone) => void outgoing.once('close', gone),
      });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const url = new URL(target);
  url.port = String(typeof address === 'object' ? address?.port : '');
  const stop = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { url: url.href, stop };
}
