import { Injectable } from '@nestjs/common';
import { Problem } from '@portico/service';

/** Maximum decompressed bytes of request bodies in memory. A body counts until Kafka has acknowledged its events. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;

/** One request's share of the memory. */
export type Place = {
  /** @throws Problem `unavailable` with `retryAfter` if the bytes do not fit into memory. */
  resize: (bytes: number) => void;
  leave: () => void;
};

/** Limits the memory of all requests: excess requests are rejected until Kafka has caught up. */
@Injectable()
export class Room {
  private held = 0;

  /**
   * Admits a request unless the memory is full. Call this before reading the body.
   * @throws Problem `unavailable` with `retryAfter`
   */
  enter(): Place {
    if (this.held >= MAX_HELD_BYTES) throw this.full();
    let own = 0;
    const resize = (bytes: number): void => {
      const others = this.held - own;
      if (bytes > own && others > 0 && others + bytes > MAX_HELD_BYTES) throw this.full();
      this.held = others + bytes;
      own = bytes;
    };
    return { resize, leave: () => resize(0) };
  }

  private full(): Problem {
    const cause = new Error(`${this.held} bytes wait for Kafka`);
    return Object.assign(Problem.unavailable('Publishing', cause), { retryAfter: 1 });
  }
}
