import { EntityManager } from '@mikro-orm/postgresql';
import { Inject, Injectable } from '@nestjs/common';
import type { OwnerQuery } from '@portico/contracts/common/owners';
import type { Page } from '@portico/contracts/common/page';
import type { ChannelTarget } from '@portico/contracts/http/channel-targets';
import {
  type Channel as ChannelRow,
  type ChannelCreate,
  type ChannelUpdate,
  type ChannelVerify,
  type CreatedChannel,
  MAX_CHANNELS,
  type SecretRotate,
} from '@portico/contracts/http/channels';
import { OVERLAPS } from '@portico/contracts/http/integration-keys';
import { type Caller, CONFIG, Problem } from '@portico/service';
import { Channel } from './store/channel.entity.ts';
import { ChannelSecrets } from './store/channel-secrets.ts';
import type { AlertsConfig } from '../config.ts';
import { AddressNotAllowed } from '../egress/checked-url.ts';
import { Egress } from '../egress/egress.ts';
import {
  listed,
  lockOwned,
  ownerFields,
  ownerOf,
  type Reach,
  reachOf,
  requireChange,
  requireVisible,
} from '../owners/owners.ts';
import { removeChannel } from '../responsible/remove-channel.ts';
import { groupOf, noteOwned } from '../responsible/owner-notices.ts';
import { requireOwned, takeOver } from '../responsible/take-over.ts';
import { typeOf } from './types.ts';
import { newWebhookSecret } from './webhook/signature.ts';
import { lockedChannel, VerificationService } from './verification.service.ts';
import { intArray } from '@portico/postgres';

const COUNTS = `select c.id,
    (select count(*)::int from rules r where r.channels @> to_jsonb(c.id)) as rules,
    (select count(*)::int from deliveries d where d.channel_id = c.id and d.state = 'failed'
      and d.created_at > now() - interval '24 hours') as failures
  from channels c where c.id = any(?::int[])`;

async function channelRows(em: EntityManager, reach: Reach, channels: readonly Channel[]): Promise<ChannelRow[]> {
  const ownerOf = await ownerFields(em, reach, channels);
  const counted = await em.execute<{ id: number; rules: number; failures: number }[]>(COUNTS, [
    intArray(channels.map(({ id }) => id)),
  ]);
  const counts = new Map(counted.map((row) => [row.id, row]));
  return channels.map((channel) => {
    const { id, type, name, hint, headerNames, timeZone, previousUntil } = channel;
    const isRotating = previousUntil !== null && previousUntil !== undefined && previousUntil.getTime() > Date.now();
    return {
      id,
      ...ownerOf(channel),
      type,
      name,
      hint,
      headerNames,
      timeZone,
      editsMessages: channel.editsMessages,
      state: channel.stateNow(),
      verifiedAt: channel.verifiedAt?.toISOString() ?? null,
      failingSince: channel.failingSince?.toISOString() ?? null,
      lastDeliveredAt: channel.lastDeliveredAt?.toISOString() ?? null,
      lastError: channel.lastError ?? null,
      failures: counts.get(id)?.failures ?? 0,
      rules: counts.get(id)?.rules ?? 0,
      previousSecretUntil: isRotating ? previousUntil.toISOString() : null,
      createdAt: channel.createdAt.toISOString(),
    };
  });
}

/** Manages channels. The API accepts a channel's address but never returns it. */
@Injectable()
export class ChannelsService {
  constructor(
    private readonly em: EntityManager,
    private readonly egress: Egress,
    private readonly secrets: ChannelSecrets,
    private readonly verification: VerificationService,
    @Inject(CONFIG) private readonly config: AlertsConfig,
  ) {}

  async list(caller: Caller, query: OwnerQuery): Promise<Page<ChannelRow>> {
    const reach = await reachOf(this.em, caller);
    const channels = await this.em.find(Channel, listed(reach, query), { orderBy: { name: 'asc', id: 'asc' } });
    const data = await channelRows(this.em, reach, channels);
    return { data, count: data.length };
  }

  async get(caller: Caller, id: number): Promise<ChannelRow> {
    const reach = await reachOf(this.em, caller);
    const channel = requireVisible(reach, await this.em.findOne(Channel, { id }), 'The channel');
    return rowOf(this.em, reach, channel);
  }

  /** @throws Problem `address_not_allowed` for an address that is not public, `conflict` at the maximum number of channels. */
  async create(caller: Caller, { target, name, timeZone, ...asked }: ChannelCreate): Promise<CreatedChannel> {
    await this.requireAllowed(target);
    return this.em.fork().transactional(async (em) => {
      const reach = await reachOf(em, caller);
      const owner = await ownerOf(em, reach, asked);
      await lockOwned(em, 'channels', owner);
      if ((await em.count(Channel, owner)) >= MAX_CHANNELS)
        throw new Problem('conflict', `There are ${MAX_CHANNELS} channels already. Delete one first.`);
      const secret = target.type === 'webhook' ? newWebhookSecret() : null;
      const channel = em.create(Channel, {
        createdAt: new Date(),
        ...owner,
        ...this.fieldsOf(target, secret),
        name,
        timeZone,
        createdBy: caller.id,
        responsibleUserId: caller.id,
      });
      // The identity provider has already verified the e-mail address of the caller's account.
      if (owner.owner === 'user' && target.type === 'email' && target.address === caller.email.toLowerCase())
        channel.verifiedAt = new Date();
      await em.persist(channel).flush();
      if (!channel.verifiedAt) await this.verification.sendCode(em, caller, channel);
      return { ...(await rowOf(em, reach, channel)), secret };
    });
  }

  async update(caller: Caller, id: number, { name, target, timeZone }: ChannelUpdate): Promise<ChannelRow> {
    if (target !== undefined) await this.requireAllowed(target);
    return this.change(caller, id, async (em, channel) => {
      requireOwned(channel, 'The channel');
      if (name !== undefined) channel.name = name;
      if (timeZone !== undefined) channel.timeZone = timeZone;
      if (target === undefined) return;
      if (target.type !== channel.type)
        throw Problem.invalid('/target/type', 'The type of a channel cannot change. Create another channel instead.');
      const { secret = null } = this.secrets.open(channel.sealed);
      Object.assign(channel, this.fieldsOf(target, secret), { verifiedAt: null, disabledAt: null, failingSince: null });
      channel.responsibleUserId = caller.id;
      await this.verification.sendCode(em, caller, channel);
    });
  }

  async delete(caller: Caller, id: number): Promise<void> {
    await this.change(caller, id, async (em, channel) => {
      await removeChannel(em, id);
      em.clear();
      await noteOwned(em, [groupOf(channel)]);
    });
  }

  async takeOver(caller: Caller, id: number): Promise<ChannelRow> {
    return this.change(caller, id, (em, channel) => takeOver(em, caller, 'channels', channel));
  }

  async verify(caller: Caller, id: number, { code }: ChannelVerify): Promise<ChannelRow> {
    let why: string | null = null;
    const row = await this.change(caller, id, async (em, channel) => {
      if (channel.verifiedAt && !channel.disabledAt) return;
      requireOwned(channel, 'The channel');
      if (code === undefined) await this.verification.sendCode(em, caller, channel);
      else why = await this.verification.enter(em, channel, code);
    });
    // Throws after the commit, so that a wrong code counts as an attempt.
    if (why !== null) throw Problem.invalid('/code', why);
    return row;
  }

  async rotate(caller: Caller, id: number, { overlap }: SecretRotate): Promise<CreatedChannel> {
    const secret = newWebhookSecret();
    const row = await this.change(caller, id, async (_, channel) => {
      requireOwned(channel, 'The channel');
      const target = this.secrets.open(channel.sealed);
      if (target.type !== 'webhook' || target.secret === undefined)
        throw new Problem('conflict', 'Only webhooks have a secret');
      channel.sealedPrevious = this.secrets.seal(target.secret);
      channel.previousUntil = new Date(Date.now() + OVERLAPS[overlap] * 1_000);
      channel.sealed = this.secrets.seal({ ...target, secret });
      channel.responsibleUserId = caller.id;
    });
    return { ...row, secret };
  }

  private async change(
    caller: Caller,
    id: number,
    work: (em: EntityManager, channel: Channel) => Promise<void>,
  ): Promise<ChannelRow> {
    return this.em.fork().transactional(async (em) => {
      const locked = await lockedChannel(em, id);
      const reach = await reachOf(em, caller);
      const channel = requireChange(reach, locked, 'The channel');
      const before = await rowOf(em, reach, channel);
      await work(em, channel);
      await em.flush();
      return (await em.findOne(Channel, { id })) ? rowOf(em, reach, channel) : before;
    });
  }

  private fieldsOf(target: ChannelTarget, secret: string | null) {
    const fullTarget = secret === null ? target : { ...target, secret };
    const { type } = target;
    const { url, hint, headerNames, editsMessages } = typeOf(target);
    const address = url?.(target);
    return {
      type,
      sealed: this.secrets.seal(fullTarget),
      hint: hint(target),
      host: address !== undefined ? new URL(address).host : type === 'email' ? null : type,
      headerNames: headerNames?.(target) ?? [],
      editsMessages: editsMessages?.(target) ?? false,
    };
  }

  private async requireAllowed(target: ChannelTarget): Promise<void> {
    if (target.type === 'email' && this.config.SMTP_URL === undefined)
      throw Problem.invalid('/target/type', 'Type should be another one: no mail server is configured');
    const url = typeOf(target).url?.(target);
    if (url === undefined) return;
    await this.egress.check(url).catch((error: unknown) => {
      const isUnknown = error instanceof Error && 'code' in error && error.code === 'ENOTFOUND';
      if (!isUnknown && !(error instanceof AddressNotAllowed)) throw Problem.unavailable('The name service', error);
      const message = isUnknown ? 'The host name in the address cannot be found' : error.message;
      throw new Problem('address_not_allowed', message, [
        { pointer: target.type === 'webhook' ? '/target/url' : '/target/webhookUrl', message },
      ]);
    });
  }
}

async function rowOf(em: EntityManager, reach: Reach, channel: Channel): Promise<ChannelRow> {
  const [row] = await channelRows(em, reach, [channel]);
  if (!row) throw Problem.notFound('The channel');
  return row;
}
