import type { Attempt, Sent } from '../../src/channels/message/channel-type.ts';
import type { Transports } from '../../src/channels/transports.ts';
import { SendFailed } from '../../src/channels/message/send-failed.ts';
import type { Line } from '../../src/channels/message/message.ts';
import { Life } from './life.ts';

/** A message that a channel accepted. `order`: position among all accepted messages. */
export type Accepted = { channel: number; id: string; lines: readonly Line[]; order: number };

/** Percentages of attempts in which the process dies or freezes, before or after the channel handles the message. */
const ODDS = { diesBefore: 3, diesAfter: 7, frozenBefore: 4, frozenAfter: 4 } as const;

export const keyOf = (channel: number, id: string): string => `${channel}/${id}`;

/** Simulates channels. Stores accepted messages in memory, rejects some messages, and lets senders die or freeze in an attempt. */
export class Receivers implements Pick<Transports, 'send'> {
  readonly accepted: Accepted[] = [];
  /** By channel and message, the status of the attempt that began last. The status is the number of the attempt. */
  readonly lastStatus = new Map<string, number>();
  private readonly refusals = new Map<string, number>();
  private attempts = 0;

  constructor(private readonly random: () => number) {}

  async send({ channelId: channel, message }: Attempt): Promise<Sent> {
    const key = keyOf(channel, message.id);
    this.attempts += 1;
    const status = this.attempts;
    this.lastStatus.set(key, status);
    const life = Life.now();
    const chance = Math.floor(this.random() * 100);
    const { diesBefore, diesAfter, frozenBefore, frozenAfter } = ODDS;
    if (chance < diesBefore) life.die();
    const isFrozen = chance - diesBefore < frozenBefore + frozenAfter;
    const isBefore = chance - diesBefore < frozenBefore;
    if (isFrozen && isBefore) await life.freeze();
    if (this.refuses(key)) throw new SendFailed('Answered 503: not taken', status);
    this.accepted.push({ channel, id: message.id, lines: message.lines, order: this.accepted.length });
    if (isFrozen && !isBefore) await life.freeze();
    if (chance >= 100 - diesAfter) life.die();
    return { status, remoteRef: `C1:${status}` };
  }

  /** Whether to reject a message. Most messages are accepted at once, some after one or two attempts, and some never. */
  private refuses(key: string): boolean {
    const chance = this.random();
    const left = this.refusals.get(key) ?? (chance < 0.01 ? Infinity : chance < 0.08 ? 1 + Math.floor(chance * 25) : 0);
    this.refusals.set(key, Math.max(0, left - 1));
    return left > 0;
  }
}
