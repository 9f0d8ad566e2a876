import { STATUS_INTERVAL } from '@portico/contracts/live';
import type { Directory } from '../directory/directory.ts';
import type { Arrived } from './arrived.ts';
import type { Progress } from './audience.ts';
import { Audiences } from './audiences.ts';
import { Pace } from './pace.ts';
import type { SendFrame } from './subscription.ts';

/** Milliseconds until a line that was not free is tried again. */
const BUSY_LINE_PAUSE = 10;
/** Milliseconds between two tallies to a paused viewer, who reads them as a number that grows. */
const TALLY_INTERVAL = 250;

/** When what waits is sent: rows as the pace says, tallies and statuses at intervals. */
export class Delivery {
  readonly audiences: Audiences;
  /** Set by who has the connections. */
  sendFrame: SendFrame = () => undefined;
  private readonly pace = new Pace();
  private readonly tallying: NodeJS.Timeout;
  private readonly telling: NodeJS.Timeout;
  private timer: NodeJS.Timeout | null = null;

  /** @param progress how far the feed is, each time anew */
  constructor(
    directory: Directory,
    private readonly progress: () => Progress,
  ) {
    this.audiences = new Audiences(directory);
    this.tallying = setInterval(() => this.audiences.tally(), TALLY_INTERVAL);
    this.telling = setInterval(() => this.audiences.tellStatus(this.progress()), STATUS_INTERVAL);
    directory.onChange(() => this.audiences.recheck());
  }

  deliver(rows: readonly Arrived[], isLate: boolean): void {
    this.pace.arrived(rows.length, performance.now());
    if (this.audiences.offer(rows, isLate)) this.schedule();
  }

  schedule(pause = 0): void {
    const delay = Math.max(pause, this.pace.delay(performance.now(), this.audiences.size));
    this.timer ??= setTimeout(() => this.send(), delay);
  }

  stop(): void {
    clearInterval(this.tallying);
    clearInterval(this.telling);
    if (this.timer) clearTimeout(this.timer);
  }

  private send(): void {
    this.timer = null;
    this.pace.sent(performance.now());
    if (this.audiences.send(this.progress(), this.sendFrame)) this.schedule(BUSY_LINE_PAUSE);
  }
}
