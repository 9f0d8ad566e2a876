import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Activity, ACTIVITY_TOPIC, markKey, newestOf } from '@portico/contracts/events/activity';
import { ConsumerLoop, type EachBatchPayload, type Kafka, SHARED_GROUP, untilBegun } from '@portico/kafka';
import { noteGivenUp, storable, workTogether } from '@portico/postgres';
import { crash, Unavailable } from '@portico/service';

/** Milliseconds between two attempts while the database is unavailable. */
const RETRY_PAUSE_MS = 1_000;

type ActivityLoopOptions = {
  kafka: Kafka;
  group: string;
  /** Whether to keep the subject of each activity record. By default, records that differ only in the subject are merged. */
  bySubject?: boolean;
  /**
   * Applies activity records with distinct keys. Records may repeat after a crash and arrive in any order. The function must compare
   * timestamps, so that repetition and order do not change the result.
   */
  fold: (marks: readonly Activity[]) => Promise<void>;
};

/** Consumes `events.activity.v1`, whose records tell when events last failed and succeeded. Commits a batch after applying it. */
export class ActivityLoop implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(ActivityLoop.name);
  private readonly loop: ConsumerLoop;
  private readonly ending = new AbortController();

  constructor(private readonly options: ActivityLoopOptions) {
    this.loop = new ConsumerLoop(options.kafka, {
      topics: [ACTIVITY_TOPIC],
      consumer: { groupId: options.group, ...SHARED_GROUP },
      commits: 'each batch',
      eachBatch: (payload) => this.take(payload),
      failed: (error) => this.fail(error),
    });
  }

  onApplicationBootstrap(): void {
    untilBegun(
      () => this.loop.begin(),
      () => this.ending.signal.aborted,
    ).catch((error: unknown) => this.fail(error));
  }

  async onApplicationShutdown(): Promise<void> {
    this.ending.abort(new Error('the service ends'));
    await this.loop.stop();
  }

  private async take({ batch, heartbeat }: EachBatchPayload): Promise<void> {
    const marks: Activity[] = [];
    for (const { value, offset } of batch.messages) {
      const read = readMark(value);
      if (read === null) {
        this.logger.error({ partition: batch.partition, offset }, 'activity record is unreadable, skipped');
        continue;
      }
      marks.push(this.options.bySubject ? read : ofKind(read));
    }
    if (marks.length === 0) return;
    const merged = mergeMarks(marks);
    while (!(await this.isFolded(merged, batch.partition))) {
      await sleep(RETRY_PAUSE_MS, undefined, { signal: this.ending.signal });
      await heartbeat();
    }
  }

  /** Applies a batch. Returns false if the database is unavailable. @throws any other error, which is a defect. */
  private async isFolded(marks: readonly Activity[], partition: number): Promise<boolean> {
    const { group, fold } = this.options;
    try {
      await workTogether(marks, {
        work: fold,
        // Skips an activity record that cannot be applied. The next event with the same name causes a newer record.
        failed: async ({ source_id }, error) => {
          const about = { group, partition, integration: source_id, error: String(error) };
          this.logger.error(about, 'applying an activity record failed, skipped');
          noteGivenUp(group);
        },
      });
      return true;
    } catch (error) {
      if (!(error instanceof Unavailable)) throw error;
      this.logger.warn({ group, error: error.message }, 'applying activity records failed, retrying');
      return false;
    }
  }

  private fail(error: unknown): void {
    if (this.ending.signal.aborted) return;
    this.logger.fatal({ group: this.options.group }, 'consumer of activity records failed, the process ends');
    crash(error);
  }
}

/** Returns the activity record without its subject. */
export function ofKind(activity: Activity): Activity {
  const { subject: _, ...mark } = activity;
  return mark;
}

export function mergeMarks(activity: readonly Activity[]): Activity[] {
  const marks = new Map<string, Activity>();
  for (const mark of activity) {
    const known = marks.get(markKey(mark));
    marks.set(markKey(mark), known ? newestOf(known, mark) : mark);
  }
  return [...marks.values()];
}

/**
 * Parses an activity record. Returns null if the record is invalid. Removes the characters of the event name and the subject that
 * PostgreSQL cannot store. The caller compares keys afterwards, and so merges records whose names have become equal.
 */
const readMark = (value: Buffer | null): Activity | null => {
  try {
    const mark = Activity.safeParse(JSON.parse(value?.toString('utf8') ?? '')).data;
    if (!mark) return null;
    const about = mark.subject === undefined ? {} : { subject: storable(mark.subject) };
    return { ...mark, event_name: storable(mark.event_name), ...about };
  } catch {
    return null;
  }
};
