import { Injectable } from '@nestjs/common';
import { ACTIVITY_TOPIC, activityKey } from '@portico/contracts/events/activity';
import { Directory } from '../directory/directory.ts';
import { ClickHouse } from '../table/clickhouse/clickhouse.ts';
import { untilItWorks } from '../table/clickhouse/retry.ts';
import type { AcceptedEvent } from '../judge/accepted-event.ts';
import { ActivityMarks, type Newest, toActivity } from './activity-marks.ts';
import { IngestProducer } from './ingest-producer.ts';
import { NewestRow, type Uncommitted, uncommittedActivityStatement } from './uncommitted-activity.query.ts';

/** Records of one request: of the longest names they are 600 kB, and a broker's default largest is 1 MiB. */
const A_REQUEST = 500;

/** Publishes how current each kind of event is, at least once and before what says so is committed. */
@Injectable()
export class ActivityPublisher {
  private readonly marks: ActivityMarks;

  constructor(
    private readonly producer: IngestProducer,
    private readonly clickhouse: ClickHouse,
    private readonly directory: Directory,
  ) {
    this.marks = new ActivityMarks(directory);
  }

  /** Marks that grew with these events. @throws the signal's reason when it is aborted; nothing may be committed then. */
  async publish(stored: Iterable<AcceptedEvent>, signal: AbortSignal): Promise<void> {
    await this.send(await this.marks.grown([...stored]), signal);
  }

  /** Reading continues after what is stored, so the marks of what was stored and not committed come from the table. */
  async publishUncommitted(uncommitted: readonly Uncommitted[], signal: AbortSignal): Promise<void> {
    if (uncommitted.length === 0) return;
    const statement = uncommittedActivityStatement(uncommitted, this.directory);
    const read = (): Promise<Newest[]> => this.clickhouse.rowsForSure(NewestRow, statement);
    await this.send(await untilItWorks('reading the activity that was not committed', read, signal), signal);
  }

  private async send(marks: readonly Newest[], signal: AbortSignal): Promise<void> {
    for (let from = 0; from < marks.length; from += A_REQUEST) {
      const some = marks.slice(from, from + A_REQUEST);
      const messages = some.map((one) => ({ key: activityKey(one), value: JSON.stringify(toActivity(one)) }));
      await untilItWorks('publishing activity', () => this.producer.send(ACTIVITY_TOPIC, messages), signal);
      this.marks.note(some);
    }
  }
}
