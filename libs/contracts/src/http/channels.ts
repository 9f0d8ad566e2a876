import { z } from 'zod/mini';
import { Storable } from '../common/fields.ts';
import { Id, IdParams } from '../common/ids.ts';
import { Owned, OwnerFields, OwnerQuery } from '../common/owners.ts';
import { page, Paging } from '../common/page.ts';
import { Zone } from '../common/zone.ts';
import { should } from '../common/wording.ts';
import { CHANNEL_TYPES, ChannelTarget } from './channel-targets.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';
import { Overlap } from './integration-keys.ts';

/** Most channels of one owner. */
export const MAX_CHANNELS = 20;
/** Hours for which a code or link that verifies a channel is valid. */
export const VERIFY_HOURS = 24;
/** Messages an hour through one channel; what is more becomes one summary. */
export const MESSAGES_PER_HOUR = 20;

/**
 * `unverified`: nothing but its code is sent to it. `failing`: its newest message could not be delivered yet. `disabled`: it
 * failed for five days, and nothing is sent until it is verified again.
 */
export const CHANNEL_STATES = ['unverified', 'active', 'failing', 'disabled'] as const;
export type ChannelState = (typeof CHANNEL_STATES)[number];

const Name = Storable.check(z.trim(), z.minLength(1, { error: should('not be empty') }), z.maxLength(100));
/**
 * A channel, without its secrets. `hint`: of its address, enough to recognize it: `o…@acme.com`, `hooks.slack.com/…/9fK2`,
 * `#payroll`. `headerNames`: of the headers that a webhook is sent with; `Authorization` stands for basic auth. `timeZone`: times in
 * its messages are shown in it. `editsMessages`: what is over is said in the message that said it began. `previousSecretUntil`: of a webhook whose
 * secret was rotated, until when messages are signed with the earlier one too. `failures`: messages of the last 24 hours that
 * could not be delivered.
 */
export const Channel = z.extend(Owned, {
  id: Id,
  type: z.enum(CHANNEL_TYPES),
  name: z.string(),
  hint: z.string(),
  headerNames: z.array(z.string()),
  timeZone: z.string(),
  editsMessages: z.boolean(),
  state: z.enum(CHANNEL_STATES),
  verifiedAt: z.nullable(z.string()),
  failingSince: z.nullable(z.string()),
  lastDeliveredAt: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
  failures: z.int().check(z.minimum(0)),
  rules: z.int().check(z.minimum(0)),
  previousSecretUntil: z.nullable(z.string()),
  createdAt: z.string(),
});
export type Channel = z.infer<typeof Channel>;

export const ChannelCreate = z.object({
  ...OwnerFields,
  name: Name,
  target: ChannelTarget,
  timeZone: z._default(Zone, 'UTC'),
});
export type ChannelCreate = z.infer<typeof ChannelCreate>;
/** Absent fields stay. Another target, of the same type, replaces the whole target and is to be verified again. */
export const ChannelUpdate = z.partial(z.object({ name: Name, target: ChannelTarget, timeZone: Zone }));
export type ChannelUpdate = z.infer<typeof ChannelUpdate>;

/** `secret`: of a webhook, `whsec_` and base64; answered this once. Null of the others. */
export const CreatedChannel = z.extend(Channel, { secret: z.nullable(z.string()) });
export type CreatedChannel = z.infer<typeof CreatedChannel>;

/** `code`: the one that was sent to the channel. Without it a new one is sent. */
export const ChannelVerify = z.object({
  code: z.optional(
    z
      .string()
      .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z2-7]{8}$/, { error: should('be the 8 letters and digits') })),
  ),
});
export type ChannelVerify = z.infer<typeof ChannelVerify>;

/** What the link of a verification mail says. */
export const ChannelToken = z.object({ token: z.string().check(z.minLength(1), z.maxLength(2_000)) });
export type ChannelToken = z.infer<typeof ChannelToken>;
export const VerifiedChannel = z.object({ name: z.string(), hint: z.string() });
export type VerifiedChannel = z.infer<typeof VerifiedChannel>;

export const SecretRotate = z.object({ overlap: z._default(Overlap, '24h') });
export type SecretRotate = z.infer<typeof SecretRotate>;

/** Why a message is sent. `summary`: of what was beyond the budget of an hour. */
export const DELIVERY_KINDS = ['notice', 'reminder', 'digest', 'summary', 'test', 'verification'] as const;
/** `edited`: the message says by now that it is over. `dropped`: its channel may not have it any more. */
export const DELIVERY_STATES = ['pending', 'sending', 'sent', 'edited', 'failed', 'dropped'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * One message through a channel. `notices`: how many it has. `nextAt`: when it is tried again. `status`: of the HTTP or SMTP
 * answer, null without one. `mayResend`: the caller may, and there is something to send.
 */
export const Delivery = z.object({
  id: Id,
  kind: z.enum(DELIVERY_KINDS),
  title: z.string(),
  notices: z.int().check(z.minimum(0)),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int().check(z.minimum(0)),
  status: z.nullable(z.int()),
  lastError: z.nullable(z.string()),
  createdAt: z.string(),
  nextAt: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
  mayResend: z.boolean(),
});
export type Delivery = z.infer<typeof Delivery>;

export const listChannels = endpoint({
  method: 'GET',
  path: '/channels',
  audit: READS_SETTINGS,
  summary:
    "Channels that the caller may see, by name: one's own, those of one's organizations, and the product's for administrators",
  query: OwnerQuery,
  response: page(Channel),
});
export const getChannel = endpoint({
  method: 'GET',
  path: '/channels/{id}',
  audit: READS_SETTINGS,
  summary: 'One channel, without its secrets',
  params: IdParams,
  response: Channel,
});
export const createChannel = endpoint({
  method: 'POST',
  path: '/channels',
  audit: { action: 'channel.create' },
  summary: `Make a channel, at most ${MAX_CHANNELS} an owner, and send its code to it; a webhook's secret is answered this once`,
  body: ChannelCreate,
  created: true,
  response: CreatedChannel,
});
export const updateChannel = endpoint({
  method: 'PATCH',
  path: '/channels/{id}',
  audit: { action: 'channel.update' },
  summary: 'Give a channel another name, time zone or address, which is verified again; absent fields stay',
  params: IdParams,
  body: ChannelUpdate,
  response: Channel,
});
export const deleteChannel = endpoint({
  method: 'DELETE',
  path: '/channels/{id}',
  audit: { action: 'channel.delete' },
  summary: 'Delete a channel; rules lose it, and nothing more is sent to it',
  params: IdParams,
  response: z.void(),
});
export const takeOverChannel = endpoint({
  method: 'POST',
  path: '/channels/{id}/take-over',
  audit: { action: 'channel.take-over' },
  summary: 'Become responsible for a channel that one may change; what was paused is sent',
  params: IdParams,
  response: Channel,
});
export const verifyChannel = endpoint({
  method: 'POST',
  path: '/channels/{id}/verify',
  audit: { action: 'channel.verify' },
  summary: `Verify a channel by the code that was sent to it, within ${VERIFY_HOURS} hours; without a code, send a new one`,
  params: IdParams,
  body: ChannelVerify,
  response: Channel,
});
export const verifyChannelByLink = endpoint({
  method: 'POST',
  path: '/channels/verify',
  audit: { action: 'channel.verify' },
  summary: "Verify an e-mail address by its mail's link, without being signed in",
  body: ChannelToken,
  response: VerifiedChannel,
});
export const testChannel = endpoint({
  method: 'POST',
  path: '/channels/{id}/test',
  audit: { action: 'channel.test' },
  summary: 'Send a test through a verified channel now, and answer what became of it',
  params: IdParams,
  response: Delivery,
});
export const rotateChannelSecret = endpoint({
  method: 'POST',
  path: '/channels/{id}/rotate',
  audit: { action: 'channel.rotate' },
  summary: 'Give a webhook a new secret, answered this once; messages are signed with both for the overlap',
  params: IdParams,
  body: SecretRotate,
  created: true,
  response: CreatedChannel,
});
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/channels/{id}/deliveries',
  audit: READS_SETTINGS,
  summary: 'Messages through a channel of the last 30 days, the newest first',
  params: IdParams,
  query: Paging,
  response: page(Delivery),
});
export const resendDelivery = endpoint({
  method: 'POST',
  path: '/deliveries/{id}/resend',
  audit: { action: 'delivery.resend' },
  summary: 'Send a message again under the same id, now; for whom the channel is theirs to change',
  params: IdParams,
  response: Delivery,
});
