import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/**
 * The open requests of a server. While the process ends, each connection is closed with its next response, so that the caller
 * connects to another process. Idle connections stay open, because closing them could cut off a request in flight.
 */
export class OpenRequests {
  private readonly open = new Set<ServerResponse>();
  private isEnding = false;
  private settled: (() => void) | undefined;

  constructor(private readonly server: Server) {
    // Prepends the listener, because the application may send a response immediately.
    server.prependListener('request', (_: IncomingMessage, response: ServerResponse) => this.take(response));
  }

  get count(): number {
    return this.open.size;
  }

  end(): void {
    this.isEnding = true;
  }

  /**
   * Closes the port. Resolves with 0 when all requests are answered, or after `within` milliseconds with the number of unanswered requests.
   */
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
