import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { followProvider, type Discovery } from './provider-origins.ts';
import { securityHeaders } from './security-headers.ts';

type ConsoleOptions = {
  /** Folder of the built console: index.html and assets with a hash in their names. */
  folder: string;
  /** Hosts to listen on. `::1` is skipped on machines without IPv6. */
  hosts?: readonly string[];
  /** 0 picks a free port. */
  port: number;
  /** Address of the API and its sockets, as the browser sees it. */
  apiUrl: string;
  /** The sign-on provider. The origins of its endpoints come from its discovery document. */
  issuer: string;
  /** URL of a script that replaces reCAPTCHA. If undefined, the page may load Google's script. */
  botCheck?: string | undefined;
};

const LOOPBACK = ['127.0.0.1', '::1'];

/** `drain`: makes the server report that it is not ready, and close each connection after its next response. */
type ConsoleServer = { port: number; drain: () => void; stop: (graceMs?: number) => Promise<void> };

/**
 * Serves the built console, by default on `localhost`: 127.0.0.1, and ::1 where the machine has IPv6. Any path that is not a file
 * returns the application page.
 * @throws Error when the console is not built, or the port is in use.
 */
export const startConsole = async (options: ConsoleOptions): Promise<ConsoleServer> => {
  const { port, hosts = LOOPBACK } = options;
  const provider = followProvider(options.issuer);
  const handle = createHandler(options, provider);
  handle.page(); // fail at startup, not at the first visit, if the console is not built
  const listening = await Promise.all(
    hosts.map((host) =>
      listen(
        createServer((request, response) => void handle.serve(request, response)),
        port,
        host,
      ),
    ),
  );
  const servers = listening.filter((server) => server !== undefined);
  const address = servers[0]?.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    drain: handle.drain,
    stop: async (graceMs = 0) => {
      provider.stop();
      await Promise.all(servers.map((server) => close(server, graceMs)));
    },
  };
};

/** Lets responses in progress finish within the grace period. */
const close = async (server: Server, graceMs: number): Promise<void> => {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearTimeout(cut);
};

const createHandler = ({ folder, apiUrl, botCheck }: ConsoleOptions, provider: Discovery) => {
  const page = () =>
    readFileSync(join(folder, 'index.html'), 'utf8').replace(
      /(<meta\s+name="portico:api-url"\s+content=")[^"]*"/,
      (_, start: string) => `${start}${apiUrl.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
    );
  const files = sirv(folder, {
    // Read the folder at each request, because the console may be rebuilt while it is served.
    dev: true,
    etag: true,
    gzip: true,
    brotli: true,
    dotfiles: false,
    setHeaders: (response, pathname) => {
      const isHashed = pathname.startsWith('/assets/');
      response.setHeader('Cache-Control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  let isDraining = false;
  const ready = () => {
    if (isDraining) throw new Error('This process is ending.');
    return page();
  };
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = URL.parse(request.url ?? '/', 'http://console') ?? { pathname: '/' };
    await provider.first;
    const headers = securityHeaders(apiUrl, provider.origins(), botCheck, pathname);
    if (isDraining) response.setHeader('Connection', 'close');
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    if (HEALTH.has(pathname)) return sendHealth(response, pathname, ready);
    if (pathname === '/' || pathname === '/index.html') return sendPage(response, page);
    files(request, response, () => {
      // Return 404 for a missing asset, because the browser cannot parse the application page as a script.
      if (pathname.startsWith('/assets/')) response.writeHead(404).end('Not found\n');
      else sendPage(response, page);
    });
  };
  return { page, serve, drain: () => void (isDraining = true) };
};

/** Health check paths, the same as in every service. */
const HEALTH = new Set(['/health/live', '/health/ready']);

const sendHealth = (response: ServerResponse, pathname: string, page: () => string) => {
  let status = 200;
  try {
    if (pathname === '/health/ready') page();
  } catch {
    status = 503;
  }
  response.writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' });
  response.end(JSON.stringify({ status: status === 200 ? 'ok' : 'not ready' }));
};

const sendPage = (response: ServerResponse, page: () => string) => {
  let html: string;
  try {
    html = page();
  } catch {
    return void response
      .writeHead(503, { 'Retry-After': '1' })
      .end('The console is being built. Try again in a moment.\n');
  }
  response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache' }).end(html);
};

const NO_ADDRESS = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);

/** Starts listening. Returns undefined for host `::1` on a machine without IPv6. */
const listen = (server: Server, port: number, host: string): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (host === '::1' && 'code' in error && NO_ADDRESS.has(String(error.code))) resolve(undefined);
      else reject(error);
    });
    server.listen(port, host, () => resolve(server));
  });
