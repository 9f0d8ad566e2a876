import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { VERIFY_HOURS, type VerifiedChannel } from '@portico/contracts/http/channels';
import { type Caller, Problem } from '@portico/service';
import { Channel } from './store/channel.entity.ts';
import { ChannelSecrets } from './store/channel-secrets.ts';
import { Delivery } from '../outbound/delivery.entity.ts';
import { queueMessage } from '../outbound/queue-message.ts';
import { typeOf } from './types.ts';
import { countSending, hostOf, hourlyLimits } from '@portico/postgres/sendings';
import type { Target } from './message/channel-type.ts';

/**
 * Maximum codes per hour by one person, to one address, and to one host. Codes that a person sends to the host of the person's own e-mail
 * address do not count toward the limit of the host.
 */
const limit = hourlyLimits('code', { person: 20, address: 5, host: 100 });

/**
 * Counts one more code. Deleting the channel does not reduce the count.
 * @throws Problem `rate_limited` above a limit.
 */
async function countCode(em: EntityManager, caller: Caller, target: Target): Promise<void> {
  const { address, ownHost } = typeOf(target);
  const host = ownHost?.(target);
  await countSending(em, [
    limit('person', String(caller.id), 'Too many codes were sent within an hour. Please try again later.'),
    limit(
      'address',
      address(target),
      'Several codes were sent to this address within an hour. Please try again later.',
    ),
    ...(host === undefined || host === hostOf(caller.email)
      ? []
      : [limit('host', host, 'Many codes were sent to this host within an hour. Please try again later.')]),
  ]);
}

const HOUR = 60 * 60_000;
/** Maximum attempts to enter a code. A code has 40 bits. */
const MAX_ATTEMPTS = 5;
/** Verifies channels. Until a reader of the address enters the code or opens the link, Portico sends no notices to the address. */
@Injectable()
export class VerificationService {
  constructor(
    private readonly em: EntityManager,
    private readonly secrets: ChannelSecrets,
  ) {}

  /**
   * Creates a code, which replaces the previous code, and queues the message with the code. Call inside a transaction.
   * @throws Problem `rate_limited` above a limit.
   */
  async sendCode(em: EntityManager, caller: Caller, channel: Channel): Promise<void> {
    await countCode(em, caller, this.secrets.open(channel.sealed));
    Object.assign(channel, {
      codeNonce: this.secrets.newNonce(),
      codeExpiresAt: new Date(Date.now() + VERIFY_HOURS * HOUR),
      codeAttempts: 0,
    });
    await em.flush();
    queueMessage(em, channel.id, { kind: 'verification', title: 'Verify this channel' });
    await em.flush();
  }

  /**
   * Verifies a channel with a code. Call inside a transaction that has locked the channel.
   * @returns the error message for a wrong code, or null for the right code.
   */
  async enter(em: EntityManager, channel: Channel, code: string): Promise<string | null> {
    const { codeNonce } = channel;
    if (!codeNonce || !channel.codeExpiresAt || channel.codeExpiresAt.getTime() <= Date.now())
      return 'Code has expired. Please send a new one.';
    if (channel.codeAttempts >= MAX_ATTEMPTS) return 'You entered too many wrong codes. Please send a new one.';
    if (!this.secrets.isSame(code, this.secrets.codeOf(channel.id, codeNonce))) {
      channel.codeAttempts += 1;
      return 'Code is wrong';
    }
    await this.verify(em, channel);
    return null;
  }

  /** Verifies a channel with the link in a mail. Opening the link a second time returns the same result. */
  async byLink(token: string): Promise<VerifiedChannel> {
    return this.em.fork().transactional(async (em) => {
      const id = Number(/^(\d{1,9})\./.exec(token)?.[1] ?? 0);
      const channel = await lockedChannel(em, id);
      const isRight =
        channel?.codeNonce && this.secrets.isSame(token, this.secrets.tokenOf(channel.id, channel.codeNonce));
      if (!channel || !isRight || (channel.codeExpiresAt?.getTime() ?? 0) <= Date.now())
        throw new Problem('not_found', 'This link is not valid any more. Please send a new one.');
      if (!channel.verifiedAt || channel.disabledAt) await this.verify(em, channel, true);
      const { name, hint } = channel;
      return { name, hint };
    });
  }

  private async verify(em: EntityManager, channel: Channel, keepsLink = false): Promise<void> {
    Object.assign(channel, { verifiedAt: new Date(), disabledAt: null, failingSince: null, lastError: null });
    if (!keepsLink) Object.assign(channel, { codeNonce: null, codeExpiresAt: null });
    if (typeOf(channel).closesIncidents) await resolveIncident(em, channel);
  }
}

/** Closes the incident that was opened to deliver the code. */
async function resolveIncident(em: EntityManager, channel: Channel): Promise<void> {
  const sent = await em.findOne(Delivery, { channelId: channel.id, kind: 'verification' }, { orderBy: { id: 'desc' } });
  if (sent)
    queueMessage(em, channel.id, { kind: 'verification', title: 'Verified', id: sent.message.id, isOver: true });
}

export const lockedChannel = async (em: EntityManager, id: number): Promise<Channel | null> => {
  const rows = await em.execute('select id from channels where id = ? for update', [id]);
  return rows.length === 0 ? null : em.findOne(Channel, { id }, { refresh: true });
};
