import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CaughtHook } from './caught-hook.ts';
import { judge } from './judge.ts';

export type { CaughtHook } from './caught-hook.ts';
export { judge } from './judge.ts';

const MAX_HOOKS = 2_000;
const MAX_BYTES = 1024 * 1024;

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BYTES) chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/**
 * Simulates chats, incident tools and webhook receivers: accepts their documented formats, rejects other requests, keeps messages.
 * A repeated message (same key and address) is counted, not stored again.
 */
export class HookCatcher {
  private readonly caught: CaughtHook[] = [];
  private count = 0;

  all(): readonly CaughtHook[] {
    return this.caught;
  }

  async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname: path, search } = new URL(request.url ?? '/', 'http://localhost');
    const { method = 'POST' } = request;
    const [headers, text] = [headersOf(request), await textOf(request)];
    const judgement = judge({ path, headers, text, method, search });
    if (judgement === null) {
      response.writeHead(404).end('Not found\n');
      return;
    }
    const { kind, key, title, refused, status, answer } = judgement;
    this.keep({ kind, path, key, title, headers, body: parsed(text), refused });
    response
      .writeHead(status, { 'content-type': answer.startsWith('{') ? 'application/json' : 'text/plain' })
      .end(answer);
  }

  private keep(hook: Omit<CaughtHook, 'id' | 'times' | 'at'>): void {
    const known = this.caught.find(
      ({ path, key, refused }) => key !== null && path === hook.path && key === hook.key && refused === null,
    );
    if (known && hook.refused === null) {
      known.times += 1;
      return;
    }
    this.count += 1;
    this.caught.unshift({ id: this.count, ...hook, times: 1, at: new Date().toISOString() });
    this.caught.length = Math.min(this.caught.length, MAX_HOOKS);
  }
}
