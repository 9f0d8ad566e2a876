import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import type { EventsConfig } from '../config.ts';

/** Milliseconds that live rows wait at most. */
const LONGEST = 60_000;

/**
 * Lets live rows wait until the ingest of this process has read on from where the process before ended: a record that ends
 * processes is found by the ingest's notes alone, so live rows must not read it first.
 */
@Injectable()
export class IngestBeginning {
  private readonly waiting = Promise.withResolvers<void>();

  constructor(@Inject(CONFIG) { EVENTS_ROLES }: EventsConfig) {
    if (EVENTS_ROLES.has('ingest')) setTimeout(() => this.end(), LONGEST).unref();
    else this.end();
  }

  get over(): Promise<void> {
    return this.waiting.promise;
  }

  end(): void {
    this.waiting.resolve();
  }
}
