import { randomUUID } from 'node:crypto';
import { Injectable, Logger } from '@nestjs/common';
import type { DomainEvent } from '@portico/contracts/events/domain-event';
import { keyUsed } from '@portico/contracts/events/integrations';
import { DoorProducer } from '../publish/door-producer.ts';
import type { Key } from './key-directory.ts';

const MINUTE = 60_000;

/** Publishes the time of each key's last use, at most once a minute. Failures are only logged, because the next use publishes again. */
@Injectable()
export class KeyUses {
  private readonly logger = new Logger(KeyUses.name);
  /** The last published minute of each key number. */
  private readonly published = new Map<number, number>();

  constructor(private readonly producer: DoorProducer) {}

  /** @param now - milliseconds since 1970. */
  note({ id }: Pick<Key, 'id'>, now = Date.now()): void {
    const minute = Math.floor(now / MINUTE);
    if ((this.published.get(id) ?? 0) >= minute) return;
    this.published.set(id, minute);
    const message = { key: String(id), value: JSON.stringify(toEvent(id, minute, now)) };
    this.producer.note(keyUsed.topic, [message]).catch((error: unknown) => {
      this.published.delete(id);
      this.logger.warn({ error: String(error) }, 'publishing the last use of a key failed');
    });
  }
}

const toEvent = (id: number, minute: number, now: number): DomainEvent => ({
  specversion: '1.0',
  id: randomUUID(),
  source: keyUsed.source,
  type: keyUsed.type,
  subject: String(id),
  time: new Date(now).toISOString(),
  datacontenttype: 'application/json',
  data: keyUsed.data.parse({ id, version: minute, deletedAt: null }),
});
