import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/* As a program, reads each request, discards it, and responds like the ingest endpoint. This is the minimum cost of a request in Node.
   Prints its address when it listens. */
const FILE = fileURLToPath(import.meta.url);
const ANSWER = JSON.stringify({ accepted: 1, rejected: [] });

type BareServer = { url: string; pid: number; stop: () => void };

export async function startBareServer(): Promise<BareServer> {
  const child = spawn(process.execPath, [FILE], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [url] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: url.toString().trim(), pid: child.pid ?? 0, stop: () => void child.kill() };
}

if (process.argv[1] === FILE) {
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => response.writeHead(202, { 'content-type': 'application/json' }).end(ANSWER));
  });
  server.listen(0, '127.0.0.1', () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}
