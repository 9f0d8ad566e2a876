import { Inject, Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@portico/api-client';
import { ACTIVITY_TOPIC } from '@portico/contracts/events/activity';
import { getEventsLag } from '@portico/contracts/http/arrivals';
import { KAFKA, type Kafka, withAdmin } from '@portico/kafka';
import { Unavailable } from '@portico/service';
import { EventsApi } from '@portico/service/events-api';
import { Currency, type Look } from './model/currency.ts';
import { Unread } from './model/unread.ts';

export const SILENCE_GROUP = 'alerts.silence';

/** The part of Portico that lags: the events service, or the activity consumer of alerts. */
export type Behind = { what: 'events' | 'alerts'; since: number };

/** Checks whether Portico has processed all events that arrived. Portico cannot detect silence while events are unprocessed. */
@Injectable()
export class PlatformWatch {
  private readonly logger = new Logger(PlatformWatch.name);
  private readonly events = new Currency();
  private readonly own = new Currency();
  private readonly unread = new Unread();

  constructor(
    @Inject(KAFKA) private readonly kafka: Kafka,
    private readonly api: EventsApi,
  ) {}

  async look(now: number): Promise<{ isCurrent: boolean; behind: Behind | null }> {
    // Checks the events service first, so that the second check also covers the activity of all events that the service has stored.
    const events = this.events.note(await this.lookAtEvents(), now);
    const own = this.own.note(await this.lookAtActivity(now), now);
    const behind: Behind[] = [];
    if (events.behindSince !== null) behind.push({ what: 'events', since: events.behindSince });
    if (own.behindSince !== null) behind.push({ what: 'alerts', since: own.behindSince });
    return { isCurrent: events.isCurrent && own.isCurrent, behind: behind[0] ?? null };
  }

  private async lookAtEvents(): Promise<Look> {
    try {
      const { waitingSince } = await this.api.ask((events) => events.call(getEventsLag, {}));
      return { waitingSince: waitingSince === null ? null : Date.parse(waitingSince) };
    } catch (error) {
      if (!(error instanceof Unavailable) && !(error instanceof ApiError)) throw error;
      this.logger.warn({ error: error.message }, 'lag of the events service unknown, silence detection paused');
      return 'away';
    }
  }

  private async lookAtActivity(now: number): Promise<Look> {
    try {
      const { ends, read } = await withAdmin(this.kafka, async (admin) => {
        const [group] = await admin.fetchOffsets({ groupId: SILENCE_GROUP, topics: [ACTIVITY_TOPIC] });
        const committed = new Map(group?.partitions.map(({ partition, offset }) => [partition, BigInt(offset)]));
        const logs = await admin.fetchTopicOffsets(ACTIVITY_TOPIC);
        return {
          ends: new Map(logs.map(({ partition, high }) => [partition, BigInt(high)])),
          // Records that Kafka has already deleted do not count as unread.
          read: new Map(
            logs.map(({ partition, low }) => [partition, largest(BigInt(low), committed.get(partition) ?? 0n)]),
          ),
        };
      });
      return { waitingSince: this.unread.note(ends, read, now) };
    } catch (error) {
      this.logger.warn({ error: String(error) }, 'Kafka does not respond, silence detection paused');
      return 'away';
    }
  }
}

const largest = (a: bigint, b: bigint): bigint => (a > b ? a : b);
