import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import type { EventsConfig } from '../config.ts';

/** Maximum milliseconds that live rows wait for the ingest. */
const MAX_WAIT_MS = 60_000;

/**
 * Delays live rows until this process's ingest has passed the position at which the previous process ended. Only the ingest detects
 * a record that crashes processes, so live rows must not read such a record first.
 */
@Injectable()
export class IngestBeginning {
  private readonly waiting = Promise.withResolvers<void>();

  constructor(@Inject(CONFIG) { EVENTS_ROLES }: EventsConfig) {
    if (EVENTS_ROLES.has('ingest')) setTimeout(() => this.end(), MAX_WAIT_MS).unref();
    else this.end();
  }

  get over(): Promise<void> {
    return this.waiting.promise;
  }

  end(): void {
    this.waiting.resolve();
  }
}
