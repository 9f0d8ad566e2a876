import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { ofPostgres } from '@portico/postgres';
import { CONFIG, isDefect, Unavailable } from '@portico/service';
import { acknowledgeLink } from '../acknowledgement/acknowledge-links.ts';
import { Channel } from '../channels/store/channel.entity.ts';
import { ChannelSecrets } from '../channels/store/channel-secrets.ts';
import type { Target } from '../channels/message/channel-type.ts';
import type { AlertsConfig } from '../config.ts';
import type { Message } from '../channels/message/message.ts';
import { Privacy } from '../directory/privacy.ts';
import { noteChannel, noteChannelOver } from '../notices/channel-notices.ts';
import { episodeIdOf } from '../notices/subjects.ts';
import { inZone } from '../notices/wording.ts';
import type { Delivery } from '../outbound/delivery.entity.ts';
import { DeliveryQueue, FAILING_DAYS } from '../outbound/delivery-queue.ts';
import { standingOf } from '../responsible/rights.ts';
import { PAUSED } from '../responsible/settle.ts';
import { partOf } from '../policy/kinds.ts';
import { allowedFor, mayAcknowledge } from './recipients.ts';
import { SendFailed } from '../channels/message/send-failed.ts';
import { Transports } from '../channels/transports.ts';
import { WholeEvents } from './whole-events.ts';

type Named = Pick<Channel, 'name'>;

const attemptsText = (count: number): string => (count === 1 ? 'one attempt' : `${count} attempts`);

const failingNotice = ({ name }: Named, { message, attempts }: Delivery, reason: string) => ({
  kind: 'channel.failing' as const,
  title: `Messages to ${name} do not arrive`,
  text: `“${message.title}” could not be delivered in ${attemptsText(attempts + 1)}. ${reason}.`,
});

const disabledNotice = ({ name }: Named, reason: string) => ({
  kind: 'channel.disabled' as const,
  title: `${name} is disabled`,
  text: `Messages failed for ${FAILING_DAYS} days. ${reason}. Portico sends no messages to ${name} until you verify it again.`,
});

/**
 * Sends each queued message at least once. Marks a message as sent after the channel has accepted the message. If the process
 * crashes in between, another process sends the message again under the same id. Checks permissions right before sending.
 */
@Injectable()
export class Sender {
  private readonly logger = new Logger(Sender.name);

  constructor(
    private readonly em: EntityManager,
    private readonly queue: DeliveryQueue,
    private readonly transports: Transports,
    private readonly secrets: ChannelSecrets,
    private readonly wholeEvents: WholeEvents,
    private readonly privacy: Privacy,
    @Inject(CONFIG) private readonly config: AlertsConfig,
  ) {}

  /** Sends the next message. @returns whether a message was due. */
  async next(): Promise<boolean> {
    const delivery = await this.queue.take();
    if (!delivery) return false;
    await this.send(delivery).catch(async (thrown: unknown) => {
      const error = ofPostgres(thrown);
      // If the database is unavailable, the lease expires and the message is retried. Any other error counts as an attempt.
      if (error instanceof Unavailable) throw error;
      this.logger.error({ delivery: delivery.id, error: String(error) }, 'building the message of a delivery failed');
      const reason = 'Portico could not build the message';
      await this.queue.markFailed(delivery, { reason, status: null, retryAfter: null }, async () => undefined);
      if (isDefect(error)) throw error;
    });
    return true;
  }

  private async send(delivery: Delivery): Promise<void> {
    const em = this.em.fork();
    const channel = await em.findOne(Channel, { id: delivery.channelId });
    if (!channel) return this.queue.drop(delivery, 'The channel was deleted');
    const isVerification = delivery.kind === 'verification';
    if (!isVerification && (channel.verifiedAt === null || channel.disabledAt !== null))
      return this.queue.drop(delivery, 'The channel is not verified or is disabled');
    const target = this.secrets.open(channel.sealed);
    if (channel.needsOwnerSince) return this.queue.pause(delivery, PAUSED);
    const allowed = await this.messageOf(em, delivery, channel, target);
    if (allowed === null) return this.queue.drop(delivery, 'The channel may no longer receive this message');
    const message = await this.ownedOf(em, delivery, channel, allowed);
    if (message === null) return;
    const code = isVerification && channel.codeNonce ? this.secrets.codeOf(channel.id, channel.codeNonce) : null;
    const { id: channelId } = channel;
    const remoteRef = delivery.isEdit ? (delivery.remoteRef ?? null) : null;
    const sending = this.transports.send({
      channelId,
      target,
      secrets: this.secretsOf(channel, target),
      message,
      code,
      remoteRef,
    });
    const outcome = await sending.catch((error: unknown) => {
      if (error instanceof SendFailed) return error;
      throw error;
    });
    if (outcome instanceof SendFailed) return this.failed(delivery, channel, outcome);
    // A delivered verification code does not end the channel's failing state; any other delivered message does.
    return this.queue.markSent(delivery, outcome, async (own) => {
      if (!isVerification) await noteChannelOver(own, channelId);
    });
  }

  /**
   * Returns the message without notices whose rule is deleted or has no responsible person. Returns null after pausing or dropping the
   * whole message. Called last, because a person may lose the right to a channel or rule while the message is built.
   */
  private async ownedOf(
    em: EntityManager,
    delivery: Delivery,
    channel: Channel,
    message: Message,
  ): Promise<Message | null> {
    const noticeIds = message.lines.map(({ noticeId }) => noticeId);
    const { isChannelOwned, stopped } = await standingOf(em, channel.id, noticeIds);
    const lines = message.lines.filter(({ noticeId }) => !stopped.has(noticeId));
    if (isChannelOwned && lines.length === message.lines.length) return message;
    if (isChannelOwned && lines.length > 0) return { ...message, lines, more: 0 };
    const isDeleted = isChannelOwned && [...stopped.values()].every(({ deleted }) => deleted);
    if (isDeleted) await this.queue.drop(delivery, 'The rule was deleted');
    else await this.queue.pause(delivery, PAUSED);
    return null;
  }

  private async failed(delivery: Delivery, channel: Channel, failure: SendFailed): Promise<void> {
    const { message: reason, status, retryAfter } = failure;
    this.logger.warn({ delivery: delivery.id, channel: channel.id, status, error: reason }, 'delivery failed');
    await this.queue.markFailed(delivery, { reason, status, retryAfter }, async (em, { isGivenUp, isDisabled }) => {
      // The console shows the result of a code or a test directly, so a failure needs no notice.
      const isAwaited = delivery.kind === 'verification' || delivery.kind === 'test';
      if (isGivenUp && !isAwaited) await noteChannel(em, channel, failingNotice(channel, delivery, reason));
      if (!isDisabled) return;
      this.logger.warn({ channel: channel.id }, 'channel disabled, its deliveries failed for days');
      await noteChannel(em, channel, disabledNotice(channel, reason));
      await this.queue.dropAll(em, channel.id);
    });
  }

  /** Returns the valid secrets of a webhook: two during a rotation. */
  private secretsOf({ sealedPrevious, previousUntil }: Channel, target: Target): string[] {
    const isValid = sealedPrevious && previousUntil && previousUntil.getTime() > Date.now();
    return [target.secret ?? [], isValid ? this.secrets.openSecret(sealedPrevious) : []].flat();
  }

  /** Returns the allowed part of a message, or null if the channel may no longer receive any of its notices. */
  private async messageOf(
    em: EntityManager,
    { message, kind }: Delivery,
    channel: Channel,
    target: Target,
  ): Promise<Message | null> {
    const isAllowed = await allowedFor(em, channel, target);
    const lines = message.lines.filter(({ organizationId }) => isAllowed(organizationId));
    if (lines.length < message.lines.length && lines.length === 0) return null;
    const consoleUrl = this.config.CONSOLE_URL.replace(/\/?$/, '/');
    const isVerification = kind === 'verification' && channel.codeNonce !== null;
    return {
      ...message,
      // Webhooks contain the whole event. Messages to people contain only the event's message text.
      lines: (target.type === 'webhook' ? await this.wholeEvents.of(em, channel, lines) : lines).map((line) => ({
        ...line,
        text: inZone(this.privacy.notice(line).text, channel.timeZone),
      })),
      // Unlisted notices cannot be checked, so their number appears only if the channel may see all listed notices.
      more: lines.length < message.lines.length ? 0 : message.more,
      ...(isVerification && { text: this.verificationText(channel) }),
      productName: this.config.PRODUCT_NAME,
      settingsUrl: new URL(`notifications/channels/${channel.id}`, consoleUrl).href,
      acknowledgeUrl: isVerification
        ? this.verificationUrl(channel, target, consoleUrl)
        : await this.acknowledgeUrl(em, message, channel),
    };
  }

  private verificationText({ id, codeNonce }: Channel): string {
    const { PRODUCT_NAME: name } = this.config;
    return `The code ${this.secrets.codeOf(id, codeNonce ?? '')} lets ${name} send notices here. It is valid for 24 hours.`;
  }

  private verificationUrl({ id, codeNonce }: Channel, target: Target, consoleUrl: string): string | null {
    if (target.type !== 'email') return null;
    const link = new URL('verify-channel', consoleUrl);
    link.hash = this.secrets.tokenOf(id, codeNonce ?? '');
    return link.href;
  }

  private async acknowledgeUrl(em: EntityManager, message: Message, channel: Channel): Promise<string | null> {
    const [line] = message.lines;
    if (!line || message.lines.length > 1 || message.isOver || partOf(line.kind) === 'end') return null;
    const episode = episodeIdOf(line.subject);
    if (episode === null || !(await mayAcknowledge(em, channel, line.organizationId))) return null;
    return acknowledgeLink(this.config, { id: message.id, episode, channel: channel.id });
  }
}
