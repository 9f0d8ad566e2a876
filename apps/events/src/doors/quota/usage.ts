/** Events and bytes of one request. */
export type Amount = { events: number; bytes: number };
/** Events of the minute and bytes of the day, used by all processes as far as known. */
type Used = Amount;

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
/** The number of a window since 1970: a minute, or a UTC day. */
const windowOf = (now: number, length: number): number => Math.floor(now / length);

type Own = Amount & { minute: number; day: number; isChanged: boolean };

/** This process's counts of an integration, with the numbers of minute and day since 1970. */
export type Counted = Amount & { integration: number; minute: number; day: number };

/** Total counts of all other processes: bytes of the day, and events of the minute. */
export type OthersUsage = Amount & { integration: number };

/** The use of the current minute and day by integration: this process's counts, and the latest of others. */
export class Usage {
  private readonly own = new Map<number, Own>();
  private others = new Map<number, Amount>();
  private readIn = { minute: -1, day: -1 };

  used(integration: number, now: number): Used {
    const own = this.own.get(integration);
    const others = this.others.get(integration);
    const [minute, day] = [windowOf(now, MINUTE), windowOf(now, DAY)];
    return {
      events: (own?.minute === minute ? own.events : 0) + (this.readIn.minute === minute ? (others?.events ?? 0) : 0),
      bytes: (own?.day === day ? own.bytes : 0) + (this.readIn.day === day ? (others?.bytes ?? 0) : 0),
    };
  }

  /** @param amount - may be negative, to give back counts of `now` while their windows last. */
  add(integration: number, amount: Amount, now: number): void {
    const [minute, day] = [windowOf(now, MINUTE), windowOf(now, DAY)];
    const own = this.own.get(integration) ?? { events: 0, bytes: 0, minute, day, isChanged: false };
    if (own.minute < minute) Object.assign(own, { minute, events: 0 });
    if (own.day < day) Object.assign(own, { day, bytes: 0 });
    if (own.minute === minute) own.events += amount.events;
    if (own.day === day) own.bytes += amount.bytes;
    own.isChanged = true;
    this.own.set(integration, own);
  }

  /** The changes since the last call. Past days are dropped. */
  changed(now: number): Counted[] {
    const changed: Counted[] = [];
    for (const [integration, own] of this.own) {
      const { isChanged, ...counted } = own;
      if (isChanged) changed.push({ integration, ...counted });
      else if (own.day < windowOf(now, DAY)) this.own.delete(integration);
      own.isChanged = false;
    }
    return changed;
  }

  /** Returns counts whose write failed to the next call of `changed`. */
  unwritten(counted: readonly Counted[]): void {
    for (const { integration } of counted) {
      const own = this.own.get(integration);
      if (own) own.isChanged = true;
    }
  }

  /** @param now - when the others' counts were read. */
  learn(others: readonly OthersUsage[], now: number): void {
    this.others = new Map(others.map(({ integration, events, bytes }) => [integration, { events, bytes }]));
    this.readIn = { minute: windowOf(now, MINUTE), day: windowOf(now, DAY) };
  }
}
