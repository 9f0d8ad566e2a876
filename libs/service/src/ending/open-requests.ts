import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * The requests that a server is answering. Once it is ending, each answer ends its connection, so that its caller opens the next
 * one to another process; a connection that is closed without an answer could cut off a request that is on its way.
 */
export class OpenRequests {
  private readonly open = new Set<ServerResponse>();
  private isEnding = false;
  private settled: (() => void) | undefined;

  constructor(private readonly server: Server) {
    // Before the application: by the time it is called an answer may be sent.
    server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => this.take(response));
  }

  get count(): number {
    return this.open.size;
  }

  /** From now on connections end with the next answer. */
  end(): void {
    this.isEnding = true;
  }

  /** Accepts nothing more; resolves once everything is answered, or after these milliseconds with what is cut off. */
  async finish(within: number): Promise<number> {
    this.end();
    this.server.close();
    this.server.closeIdleConnections();
    if (this.open.size === 0) return 0;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.settled = resolve;
    const timer = setTimeout(resolve, within);
    await promise;
    clearTimeout(timer);
    return this.open.size;
  }

  private take(response: ServerResponse): void {
    this.open.add(response);
    const { writeHead } = response;
    Reflect.set(response, 'writeHead', (...args: unknown[]): unknown => {
      if (this.isEnding) response.setHeader('connection', 'close');
      return Reflect.apply(writeHead, response, args);
    });
    response.once('close', () => {
      this.open.delete(response);
      if (this.open.size === 0) this.settled?.();
    });
  }
}
