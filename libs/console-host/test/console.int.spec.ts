import { createServer } from 'node:http';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePorts } from '@portico/stack/process';
import { startConsole } from '../src/server.ts';
import { securityHeaders } from '../src/security-headers.ts';

const folder = mkdtempSync(join(tmpdir(), 'portico-console-'));
let url: string;
let stop: () => Promise<void>;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<meta name="portico:api-url" content="" /><title>Portico</title>');
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'assets', 'index-abc123.js'), 'export {}');
  const [port = 0] = await freePorts(1);
  url = `http://localhost:${port}`;
  const addresses = { apiUrl: 'http://localhost:4001', issuer: 'https://sign.on.test/' };
  ({ stop } = await startConsole({ folder, port, ...addresses, botCheck: 'http://127.0.0.1:4100/api.js' }));
});
afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

describe('the built console', () => {
  it.each(['/', '/index.html', '/dashboard', '/admin/users?search=a.b', '/organizations/1.5'])(
    "serves the application at %s, uncached and with the API's address",
    async (path) => {
      const response = await fetch(url + path);
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('no-cache');
      expect(await response.text()).toContain('<meta name="portico:api-url" content="http://localhost:4001" />');
    },
  );

  it('caches assets forever and revalidates everything else', async () => {
    const asset = await fetch(`${url}/assets/index-abc123.js`);
    expect(asset.headers.get('content-type')).toMatch(/^text\/javascript/);
    expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await fetch(`${url}/favicon.svg`)).headers.get('cache-control')).toBe('no-cache');
    expect((await fetch(`${url}/assets/index-gone.js`)).status).toBe(404);
    expect((await fetch(`${url}/dashboard`, { method: 'POST' })).status).toBe(405);
    expect((await fetch(`${url}/..%2f..%2fetc%2fpasswd`)).headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it("allows Google's bot check unless a stand-in is configured", async () => {
    const [port = 0] = await freePorts(1);
    const real = await startConsole({ folder, port, apiUrl: 'http://localhost:4001', issuer: 'https://sign.on.test/' });
    const policy = (await fetch(`http://localhost:${port}`)).headers.get('content-security-policy') ?? '';
    await real.stop();
    expect(policy).toContain("script-src 'self' https://www.google.com/recaptcha/ https://www.gstatic.com/recaptcha/;");
    expect(policy).toContain(
      "frame-src 'self' https://sign.on.test https://www.google.com/recaptcha/ https://recaptcha.google.com/recaptcha/;",
    );
  });

  it('reports not ready while it drains, but keeps serving', async () => {
    const [port = 0] = await freePorts(1);
    const ending = await startConsole({
      folder,
      port,
      apiUrl: 'http://localhost:4001',
      issuer: 'https://sign.on.test/',
    });
    ending.drain();
    expect((await fetch(`http://localhost:${port}/health/ready`)).status).toBe(503);
    const page = await fetch(`http://localhost:${port}`);
    expect([page.status, page.headers.get('connection')]).toEqual([200, 'close']);
    await ending.stop();
  });

  it("allows connections only to the API, the API's sockets and the provider", async () => {
    const { headers } = await fetch(url);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("connect-src 'self' http://localhost:4001 ws://localhost:4001 https://sign.on.test;");
    expect(policy).toContain("frame-src 'self' https://sign.on.test;");
    expect(policy).toContain("worker-src 'self';");
    expect(policy).toContain("script-src 'self' http://127.0.0.1:4100/api.js;");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('strict-transport-security')).toBeNull();
    const secured = securityHeaders('https://api.example.com', { called: [], framed: '' });
    expect(secured['Strict-Transport-Security']).toBe('max-age=31536000');
  });

  it('lets only its own pages frame /callback, and lets no page frame another path', async () => {
    for (const [path, ancestors, option] of [
      ['/callback?code=1&state=2', "'self'", 'SAMEORIGIN'],
      ['/callback/', "'none'", 'DENY'],
      ['/dashboard', "'none'", 'DENY'],
    ] as const) {
      const { headers } = await fetch(url + path);
      expect(headers.get('content-security-policy')).toContain(`frame-ancestors ${ancestors}`);
      expect(headers.get('x-frame-options')).toBe(option);
    }
  });

  it("allows the origins in the provider's discovery document, and ignores a document of another issuer", async () => {
    let document: object = {};
    const provider = createServer((_, response) => response.end(JSON.stringify(document)));
    await new Promise<void>((resolve) => {
      provider.listen(0, '127.0.0.1', resolve);
    });
    const address = provider.address();
    const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
    const policyOf = async (says: object): Promise<string> => {
      document = says;
      const console = await startConsole({
        folder,
        port: 0,
        hosts: ['127.0.0.1'],
        apiUrl: 'http://localhost:4001',
        issuer,
      });
      const { headers } = await fetch(`http://127.0.0.1:${console.port}`);
      await console.stop();
      return headers.get('content-security-policy') ?? '';
    };
    const endpoints = {
      authorization_endpoint: 'https://accounts.test/o/auth',
      token_endpoint: 'https://tokens.test/token',
      userinfo_endpoint: 'https://people.test/me',
      revocation_endpoint: 'javascript:alert(1)',
    };
    const policy = await policyOf({ issuer, ...endpoints });
    expect(policy).toContain(
      `ws://localhost:4001 ${issuer} https://tokens.test https://people.test https://www.google`,
    );
    expect(policy).toContain("frame-src 'self' https://accounts.test https://www.google");
    expect(policy).not.toContain('javascript');
    const other = await policyOf({ issuer: 'https://evil.test', ...endpoints });
    expect(other).toContain(`ws://localhost:4001 ${issuer} https://www.google`);
    expect(other).toContain(`frame-src 'self' ${issuer} https://www.google`);
    await new Promise((resolve) => {
      provider.close(resolve);
      provider.closeAllConnections();
    });
  });

  it('keeps working when a new build replaces its files', async () => {
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    rmSync(join(folder, 'index.html'));
    expect((await fetch(`${url}/health/ready`)).status).toBe(503);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    expect((await fetch(url)).status).toBe(503);
    rmSync(join(folder, 'assets', 'index-abc123.js'));
    writeFileSync(join(folder, 'assets', 'index-def456.js'), 'export {}');
    writeFileSync(join(folder, 'index.html'), '<title>Portico, newer</title>');
    expect(await (await fetch(url)).text()).toContain('newer');
    expect((await fetch(`${url}/assets/index-abc123.js`)).status).toBe(404);
    expect((await fetch(`${url}/assets/index-def456.js`)).status).toBe(200);
  });
});
