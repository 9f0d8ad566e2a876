import { connect } from 'node:net';

type RawAnswer = { status: number; head: string; body: string };

/** Sends raw bytes, and reads until a response is complete or the connection closes. */
export function rawHttp(url: string, parts: readonly (string | Buffer)[], within = 40_000): Promise<RawAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    const timer = setTimeout(() => socket.destroy(new Error(`no answer within ${within} ms: ${text}`)), within);
    const settle = (): void => {
      const answer = toAnswer(text);
      if (!answer) return;
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    };
    socket.setEncoding('utf8');
    socket.on('data', (chunk: string) => {
      text += chunk;
      settle();
    });
    socket.on('error', reject);
    socket.on('close', () => {
      clearTimeout(timer);
      if (!toAnswer(text)) reject(new Error(`closed without an answer: ${text}`));
    });
    for (const part of parts) socket.write(part);
  });
}

/** Parses a response after any `100 Continue`. Returns null if the response is incomplete. */
function toAnswer(text: string): RawAnswer | null {
  const response = text.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, '');
  const end = response.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const [head, body] = [response.slice(0, end), response.slice(end + 4)];
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0);
  if (Buffer.byteLength(body) < length) return null;
  return { status: Number(head.split(' ')[1]), head, body };
}
