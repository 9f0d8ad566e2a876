import { Injectable } from '@nestjs/common';
import { Problem } from '@portico/service';

/** Bytes of bodies, unpacked, that one process holds at once: while they are judged, and until Kafka has acknowledged. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;

/** What one request holds of the room. */
export type Place = {
  /** @throws Problem `unavailable` with `retryAfter` when so much does not fit beside the others. */
  resize: (bytes: number) => void;
  leave: () => void;
};

/** Bounds the memory of all requests together: what comes faster than Kafka takes it is sent back to its publisher. */
@Injectable()
export class Room {
  private held = 0;

  /** To be entered before a body is read. @throws Problem `unavailable` with `retryAfter` */
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
