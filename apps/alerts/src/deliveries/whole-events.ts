import type { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@portico/api-client';
import { type EventRow, listEvents, MAX_EVENTS_LIMIT } from '@portico/contracts/http/events';
import { Unavailable } from '@portico/service';
import { z } from 'zod';
import type { Channel } from '../channels/store/channel.entity.ts';
import { type Requester, EventsApi } from '@portico/service/events-api';
import type { Line } from '../channels/message/message.ts';
import { requesterOf } from '../owners/asking.ts';

/** The stored fields of a notice's first failed event, which suffice to find the event. */
const StoredIds = z.object({ id: z.string(), traceId: z.string(), timestamp: z.string() });

/** Fetches the first failed events of notices as the events list shows them to the channel's owner, without fields hidden from viewers. */
@Injectable()
export class WholeEvents {
  private readonly logger = new Logger(WholeEvents.name);

  constructor(private readonly events: EventsApi) {}

  /** Adds the events to the lines. If the events service does not answer, the message is sent without the event. */
  async of(em: EntityManager, channel: Channel, lines: readonly Line[]): Promise<Line[]> {
    const requester = await requesterOf(em, channel);
    return Promise.all(
      lines.map(async (line) => {
        const ids = StoredIds.safeParse(line.event).data;
        if (requester === null || ids === undefined || line.organizationId === null) return { ...line, event: null };
        const event = await this.find(requester, line, ids);
        return event === 'unknown' ? { ...line, event: null, isEventOmitted: true } : { ...line, event };
      }),
    );
  }

  private async find(
    requester: Requester,
    { organizationId, eventName, integrationId }: Line,
    { id, traceId: trace, timestamp }: z.infer<typeof StoredIds>,
  ): Promise<EventRow | null | 'unknown'> {
    const to = new Date(Date.parse(timestamp) + 1).toISOString();
    const query = {
      as: 'viewer' as const,
      trace,
      from: timestamp,
      to,
      limit: MAX_EVENTS_LIMIT,
      ...(eventName !== null && { event: eventName }),
      ...(organizationId !== null && { organizations: [organizationId] }),
    };
    try {
      const { data } = await this.events.ask((events) => events.call(listEvents, { query }), requester);
      return data.find((row) => row.id === id && row.source_id === integrationId) ?? null;
    } catch (error) {
      if (!(error instanceof Unavailable) && !(error instanceof ApiError)) throw error;
      this.logger.warn({ error: error.message }, 'reading the first failed event failed, the message omits it');
      return 'unknown';
    }
  }
}
