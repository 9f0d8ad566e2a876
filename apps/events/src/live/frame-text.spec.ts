import { createHash } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { toWebSocketMessage } from './frame-text.ts';

/** Reads the message with Node's own WebSocket client. */
async function readBy(message: Buffer): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('data', (request) => {
      const [, key = ''] = /sec-websocket-key: (.*)\r\n/i.exec(request.toString()) ?? [];
      const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      socket.write(message);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  const client = new WebSocket(`ws://127.0.0.1:${address.port}`);
  try {
    return await new Promise<string>((resolve, reject) => {
      client.addEventListener('message', ({ data }) => resolve(String(data)));
      client.addEventListener('error', () => reject(new Error('the client did not read it')));
    });
  } finally {
    client.close();
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

describe('toWebSocketMessage', () => {
  it.each([0, 1, 125, 126, 127, 65_535, 65_536, 1_000_000])('encodes %d bytes correctly', async (length) => {
    const text = length < 2 ? 'x'.repeat(length) : `ü${'x'.repeat(length - 2)}`;
    expect(Buffer.byteLength(text)).toBe(length);
    expect(await readBy(toWebSocketMessage(text))).toBe(text);
  });
});
