import type { TablePart } from './parts.query.ts';

/** The parts that the table had at a moment between `sentAt` and `doneAt`, in milliseconds of the process's own clock. */
export type Moment = { parts: readonly TablePart[]; sentAt: number; doneAt: number };

/** Whether it is known of two moments that the first is not the later one. */
const isBefore = (one: Moment, other: Moment): boolean => one === other || one.doneAt <= other.sentAt;

/**
 * Which parts the table has: one statement at a time answers all who asked before it was sent, and who asks a moment later. Nobody
 * gets an earlier moment than one that was answered with before.
 */
export class Moments {
  private running: { sentAt: number; answer: Promise<Moment> } | null = null;
  private next: Promise<Moment> | null = null;
  private latest: Moment | null = null;
  /** The latest of which there was an answer, and until when another that it may not come after. */
  private answered: Moment | null = null;
  private othersDoneAt = 0;

  /**
   * @param read - asks ClickHouse.
   * @param most - milliseconds for which a moment may be answered with.
   */
  constructor(
    private readonly read: () => Promise<readonly TablePart[]>,
    private readonly most: number,
  ) {}

  /** Whether a moment is known that may be answered with. */
  isYoung(now = performance.now()): boolean {
    return this.latest !== null && this.mayAnswer(this.latest, now);
  }

  /** A moment that may be answered with; where it is no longer young, the next who asks finds a later one. @throws what `read` does. */
  async find(now = performance.now()): Promise<Moment> {
    const { latest, most } = this;
    if (latest === null || !this.mayAnswer(latest, now)) {
      const until = Math.max(this.answered?.doneAt ?? 0, this.othersDoneAt);
      return this.since(Math.max(now - most, until), now);
    }
    if (now - latest.sentAt > most / 2 && this.running === null) void this.send(now).catch(() => undefined);
    return latest;
  }

  /** A moment after the call. @throws what `read` does. */
  findNow(): Promise<Moment> {
    const now = performance.now();
    return this.since(now, now);
  }

  /** Young enough, and not earlier than one that was answered with. */
  mayAnswer(moment: Moment, now = performance.now()): boolean {
    const isLatest = this.answered === null || isBefore(this.answered, moment);
    return isLatest && this.othersDoneAt <= moment.sentAt && now - moment.sentAt <= this.most;
  }

  /** Takes what was read elsewhere, or was answered with. */
  noteAnswer(moment: Moment): void {
    this.note(moment);
    const { answered } = this;
    if (moment === answered) return;
    const isLater = answered === null || moment.doneAt > answered.doneAt;
    const other = isLater ? answered : moment;
    if (isLater) this.answered = moment;
    this.noteOther(other?.doneAt ?? 0);
  }

  /** ClickHouse itself has answered somebody, at a moment until `doneAt` of the process's own clock, in milliseconds. */
  noteOther(doneAt: number): void {
    this.othersDoneAt = Math.max(this.othersDoneAt, doneAt);
  }

  private note(moment: Moment): void {
    if (this.latest === null || moment.sentAt > this.latest.sentAt) this.latest = moment;
  }

  private since(moment: number, now: number): Promise<Moment> {
    if (this.running && this.running.sentAt >= moment) return this.running.answer;
    if (this.next) return this.next;
    if (!this.running) return this.send(now);
    const send = (): Promise<Moment> => {
      this.next = null;
      return this.send(performance.now());
    };
    this.next = this.running.answer.then(send, send);
    return this.next;
  }

  private send(sentAt: number): Promise<Moment> {
    const read = async (): Promise<Moment> => {
      try {
        const moment = { parts: await this.read(), sentAt, doneAt: performance.now() };
        this.note(moment);
        return moment;
      } finally {
        this.running = null;
      }
    };
    const answer = read();
    this.running = { sentAt, answer };
    return answer;
  }
}
