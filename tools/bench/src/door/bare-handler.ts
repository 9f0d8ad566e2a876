import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * Reads the body of each POST, throws it away and answers as the door would: what a request costs in Node at least.
 * Prints {"url"} when it listens.
 */
const ANSWER = JSON.stringify({ accepted: 1, rejected: [] });

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(202, { 'content-type': 'application/json' }).end(ANSWER));
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })}\n`);
});
