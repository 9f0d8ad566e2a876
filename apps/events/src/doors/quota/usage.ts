/** Events and bytes of one request. */
export type Amount = { events: number; bytes: number };
/** Events of the current minute and bytes of the current day, as last known for all processes. */
type Used = Amount;

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
/** The number of the minute or UTC day that contains `now`, counted from 1970. `length`: milliseconds of a minute or day. */
const windowOf = (now: number, length: number): number => Math.floor(now / length);

type Own = Amount & { minute: number; day: number; isChanged: boolean };

/** This process's counts for an integration. `minute` and `day` are numbers counted from 1970. */
export type Counted = Amount & { integration: number; minute: number; day: number };

/** Total counts of all other processes for an integration: bytes of the day, and events of the minute. */
export type OthersUsage = Amount & { integration: number };

/** Usage of the current minute and day by integration: this process's counts, and the last known counts of other processes. */
export class Usage {
  private readonly own = new Map<number, Own>();
  private others = new Map<number, Amount>();
  private readIn = { minute: -1, day: -1 };

  used(integration: number, now: number): Used {
    const own = this.own.get(integration);
    const othersUsage = this.others.get(integration);
    const [minute, day] = [windowOf(now, MINUTE), windowOf(now, DAY)];
    return {
      events:
        (own?.minute === minute ? own.events : 0) + (this.readIn.minute === minute ? (othersUsage?.events ?? 0) : 0),
      bytes: (own?.day === day ? own.bytes : 0) + (this.readIn.day === day ? (othersUsage?.bytes ?? 0) : 0),
    };
  }

  /** Adds an amount at the time `now`. A negative amount gives back counts of that time, until its minute or day ends. */
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

  /** Returns the counts that changed since the last call. Forgets unchanged counts of past days. */
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

  /** Marks counts as changed again after a failed write, so that the next call of `changed` returns them. */
  unwritten(counted: readonly Counted[]): void {
    for (const { integration } of counted) {
      const own = this.own.get(integration);
      if (own) own.isChanged = true;
    }
  }

  /** Replaces the counts of other processes. `now`: when these counts were read. */
  learn(usages: readonly OthersUsage[], now: number): void {
    this.others = new Map(usages.map(({ integration, events, bytes }) => [integration, { events, bytes }]));
    this.readIn = { minute: windowOf(now, MINUTE), day: windowOf(now, DAY) };
  }
}
