import { Injectable } from '@nestjs/common';
import { Problem } from '@portico/service';

/** Bytes of bodies, unpacked, that one process holds at once: while they are judged, and until Kafka has acknowledged. */
const MAX_HELD_BYTES = 32 * 1024 * 1024;

/** Bounds the memory of all requests together: what comes faster than Kafka takes it is sent back to its publisher. */
@Injectable()
export class Room {
  private held = 0;

  /** To be asked before a body is read. @throws Problem `unavailable` with `retryAfter` */
  check(): void {
    if (this.held >= MAX_HELD_BYTES) throw this.full();
  }

  /** @returns what gives the place back. @throws Problem `unavailable` with `retryAfter` */
  hold(bytes: number): () => void {
    if (this.held > 0 && this.held + bytes > MAX_HELD_BYTES) throw this.full();
    this.held += bytes;
    return () => {
      this.held -= bytes;
    };
  }

  private full(): Problem {
    const cause = new Error(`${this.held} bytes wait for Kafka`);
    return Object.assign(Problem.unavailable('Publishing', cause), { retryAfter: 1 });
  }
}
