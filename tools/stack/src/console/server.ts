import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { join } from 'node:path';
import sirv from 'sirv';
import { codeOf } from '../process/system-error.ts';

export type ConsoleOptions = {
  /** The built console: index.html and assets with a hash in their names. */
  folder: string;
  port: number;
  /** Where the browser finds the API, and so the sockets. */
  apiUrl: string;
  /** Where people sign on. */
  issuer: string;
  /** The script of a stand-in for reCAPTCHA; without it the page may load Google's. */
  botCheck?: string | undefined;
};

/**
 * Serves the built console on `localhost`, on 127.0.0.1 and on ::1 where there is one. Any path that is no file is the
 * application itself.
 * @throws Error when the console is not built, or the port is used.
 */
export const startConsole = async (options: ConsoleOptions): Promise<{ stop: () => Promise<void> }> => {
  const { port } = options;
  const handle = createHandler(options);
  handle.page(); // A console that is not built is said at the start, not to the first visitor.
  const servers = await Promise.all(['127.0.0.1', '::1'].map((host) => listen(createServer(handle.serve), port, host)));
  const stop = async () => {
    await Promise.all(
      servers.map(async (server) => {
        if (!server) return;
        const closed = new Promise<void>((resolve) => {
          server.close(() => resolve());
        });
        server.closeAllConnections();
        await closed;
      }),
    );
  };
  return { stop };
};

const createHandler = ({ folder, apiUrl, issuer, botCheck }: ConsoleOptions) => {
  const page = () =>
    readFileSync(join(folder, 'index.html'), 'utf8').replace(
      /(<meta\s+name="portico:api-url"\s+content=")[^"]*"/,
      (_, start: string) => `${start}${apiUrl.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
    );
  const headers = securityHeaders(apiUrl, issuer, botCheck);
  const files = sirv(folder, {
    // Looks at the folder at each request: the console may be built again while it is served.
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
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    const { pathname } = URL.parse(request.url ?? '/', 'http://console') ?? { pathname: '/' };
    if (request.method !== 'GET' && request.method !== 'HEAD') return void response.writeHead(405).end();
    if (pathname === '/' || pathname === '/index.html') return sendPage(response, page);
    files(request, response, () => {
      // A missing asset is missing: the page in its place would be taken for a broken script.
      if (pathname.startsWith('/assets/')) response.writeHead(404).end('Not found\n');
      else sendPage(response, page);
    });
  };
  return { page, serve };
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

/** What reCAPTCHA asks a page to allow: https://developers.google.com/recaptcha/docs/faq */
const GOOGLE = {
  script: 'https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/',
  frame: 'https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/',
  connect: 'https://www.google.com/recaptcha/',
};

/** The page may reach the API, the OpenID provider and the bot check, and nothing else. */
const securityHeaders = (apiUrl: string, issuer: string, botCheck?: string): Readonly<Record<string, string>> => {
  const check = botCheck === undefined ? GOOGLE : { script: botCheck, frame: '', connect: '' };
  const api = new URL(apiUrl).origin;
  const provider = new URL(issuer).origin;
  const policy = {
    'default-src': "'self'",
    'script-src': `'self' ${check.script}`,
    // Toasts and overlays bring style elements of their own.
    'style-src': "'self' 'unsafe-inline'",
    'img-src': "'self' data:",
    'font-src': "'self' data:",
    'connect-src': `'self' ${api} ${api.replace(/^http/, 'ws')} ${provider} ${check.connect}`.trim(),
    'frame-src': `${provider} ${check.frame}`.trim(),
    // Refresh tokens are kept in a worker that the sign-on library makes.
    'worker-src': "'self' blob:",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  };
  return {
    'Content-Security-Policy': Object.entries(policy)
      .map(([name, value]) => `${name} ${value}`)
      .join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
  };
};

/** Undefined where the machine has no such address. */
const listen = (server: Server, port: number, host: string): Promise<Server | undefined> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => {
      if (host === '::1' && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error) ?? '')) resolve(undefined);
      else reject(error);
    });
    server.listen(port, host, () => resolve(server));
  });
