/** Events and bytes of one request. */
export type Amount = { events: number; bytes: number };
/** Used of the minute's events and of the day's bytes, by all processes as far as that is known. */
export type Used = Amount;

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
/** Windows are counted from 1970: a minute, and a day of UTC. */
const windowOf = (now: number, length: number): number => Math.floor(now / length);

type Own = Amount & { minute: number; day: number; isChanged: boolean };

/** What this process counted of an integration, in a minute and a day by their number since 1970. */
export type Counted = Amount & { integration: number; minute: number; day: number };

/** Of all other processes together: bytes of the day, and events of the minute. */
export type OthersUsage = Amount & { integration: number };

/** What integrations have used of the current minute and the current day: own counts, and the others' as they were read. */
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

  /** @param amount - may be negative: what was counted at `now` is given back while its windows last. */
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

  /** What has changed since it was asked for last. Days that are over are forgotten. */
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

  /** They could not be written: they are asked for once more. */
  unwritten(counted: readonly Counted[]): void {
    for (const { integration } of counted) {
      const own = this.own.get(integration);
      if (own) own.isChanged = true;
    }
  }

  /** @param now - when the others' were asked for. */
  learn(others: readonly OthersUsage[], now: number): void {
    this.others = new Map(others.map(({ integration, events, bytes }) => [integration, { events, bytes }]));
    this.readIn = { minute: windowOf(now, MINUTE), day: windowOf(now, DAY) };
  }
}
