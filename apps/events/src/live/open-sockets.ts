import { Problem } from '@portico/service';

/** What of a connection under a socket is needed here. */
type Connection = { readyState: string; once: (event: 'close', listener: () => void) => unknown };

/**
 * How many live sockets each user has open in this process. A place is held until the connection under the socket is closed,
 * so that several sockets over one connection, or a socket that is left open unused, count as well.
 */
export class OpenSockets {
  private readonly places = new Map<number, number>();

  constructor(private readonly limit: number) {}

  /** @throws Problem `rate_limited` when the user has all of them open already. */
  hold(user: number, connection: Connection): void {
    const held = this.places.get(user) ?? 0;
    if (held >= this.limit) {
      throw new Problem('rate_limited', `You have ${this.limit} live connections open. Please close one of them.`);
    }
    if (connection.readyState !== 'open') return;
    this.places.set(user, held + 1);
    connection.once('close', () => this.release(user));
  }

  private release(user: number): void {
    const left = (this.places.get(user) ?? 1) - 1;
    if (left > 0) this.places.set(user, left);
    else this.places.delete(user);
  }
}
