import { z } from 'zod/mini';
import { filled, linkToken } from '../common/fields.ts';
import { Count, Id, IdParams } from '../common/ids.ts';
import { Owned, OwnerFields, OwnerQuery } from '../common/owners.ts';
import { page, Paging } from '../common/page.ts';
import { Zone } from '../common/zone.ts';
import { should } from '../common/wording.ts';
import { CHANNEL_TYPES, ChannelTarget } from './channel-targets.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';
import { Overlap } from './integration-keys.ts';

/** Maximum channels per owner. */
export const MAX_CHANNELS = 20;
/** Hours for which a verification code or link is valid. */
export const VERIFY_HOURS = 24;

/**
 * `unverified`: the channel receives only its verification code. `failing`: its newest message is not delivered yet. `disabled`: the
 * channel failed for five days, and receives no messages until it is verified again.
 */
export const CHANNEL_STATES = ['unverified', 'active', 'failing', 'disabled'] as const;
export type ChannelState = (typeof CHANNEL_STATES)[number];

const Name = filled(100);
/** A channel without its secrets. */
export const Channel = z.extend(Owned, {
  id: Id,
  type: z.enum(CHANNEL_TYPES),
  name: z.string(),
  /** A recognizable part of the address: `o…@acme.com`, `hooks.slack.com/…/9fK2`, `#payroll`. */
  hint: z.string(),
  /** Names of a webhook's headers. `Authorization` stands for basic auth. */
  headerNames: z.array(z.string()),
  /** Time zone of the times in messages. */
  timeZone: z.string(),
  /** Whether Portico edits its earlier message about a problem when the problem ends. */
  editsMessages: z.boolean(),
  state: z.enum(CHANNEL_STATES),
  verifiedAt: z.nullable(z.string()),
  failingSince: z.nullable(z.string()),
  lastDeliveredAt: z.nullable(z.string()),
  lastError: z.nullable(z.string()),
  /** Number of undelivered messages of the last 24 hours. */
  failures: Count,
  rules: Count,
  /** Until when a webhook with a rotated secret also signs with the earlier secret. */
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
/** Absent fields stay unchanged. A new target must have the same type, replaces the whole target, and must be verified again. */
export const ChannelUpdate = z.partial(z.object({ name: Name, target: ChannelTarget, timeZone: Zone }));
export type ChannelUpdate = z.infer<typeof ChannelUpdate>;

/** `secret`: a webhook's secret, `whsec_` and base64, returned only once; null for other types. */
export const CreatedChannel = z.extend(Channel, { secret: z.nullable(z.string()) });
export type CreatedChannel = z.infer<typeof CreatedChannel>;

/** `code`: the code that was sent to the channel. A request without `code` makes Portico send a new code. */
export const ChannelVerify = z.object({
  code: z.optional(
    z
      .string()
      .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z2-7]{8}$/, { error: should('be the 8 letters and digits') })),
  ),
});
export type ChannelVerify = z.infer<typeof ChannelVerify>;

/** The token in the link of a verification mail. */
export const ChannelToken = linkToken(2_000);
export type ChannelToken = z.infer<typeof ChannelToken>;
export const VerifiedChannel = z.object({ name: z.string(), hint: z.string() });
export type VerifiedChannel = z.infer<typeof VerifiedChannel>;

export const SecretRotate = z.object({ overlap: z._default(Overlap, '24h') });
export type SecretRotate = z.infer<typeof SecretRotate>;

/** Kinds of messages. `summary`: one message for all notices beyond the hourly budget. */
export const DELIVERY_KINDS = ['notice', 'reminder', 'digest', 'summary', 'test', 'verification'] as const;
/** `edited`: the message was edited because its problem ended. `dropped`: the channel may no longer receive the message. */
export const DELIVERY_STATES = ['pending', 'sending', 'sent', 'edited', 'failed', 'dropped'] as const;

/** One message through a channel. */
export const Delivery = z.object({
  id: Id,
  kind: z.enum(DELIVERY_KINDS),
  title: z.string(),
  /** Number of notices in the message. */
  notices: Count,
  state: z.enum(DELIVERY_STATES),
  attempts: Count,
  /** Status of the HTTP or SMTP response; null without a response. */
  status: z.nullable(z.int()),
  lastError: z.nullable(z.string()),
  createdAt: z.string(),
  /** Time of the next attempt. */
  nextAt: z.nullable(z.string()),
  sentAt: z.nullable(z.string()),
  /** Whether the caller may resend the message and its content still exists. */
  mayResend: z.boolean(),
});
export type Delivery = z.infer<typeof Delivery>;

export const listChannels = endpoint({
  method: 'GET',
  path: '/channels',
  audit: READS_SETTINGS,
  summary:
    "List channels by name: the caller's own, those of the caller's organizations, and for administrators those of the product",
  query: OwnerQuery,
  response: page(Channel),
});
export const getChannel = endpoint({
  method: 'GET',
  path: '/channels/{id}',
  audit: READS_SETTINGS,
  summary: 'Get a channel without its secrets',
  params: IdParams,
  response: Channel,
});
export const createChannel = endpoint({
  method: 'POST',
  path: '/channels',
  audit: { action: 'channel.create' },
  summary: `Create a channel and send a verification code to it; at most ${MAX_CHANNELS} per owner; returns a webhook's secret only once`,
  body: ChannelCreate,
  created: true,
  response: CreatedChannel,
});
export const updateChannel = endpoint({
  method: 'PATCH',
  path: '/channels/{id}',
  audit: { action: 'channel.update' },
  summary:
    'Change the name, time zone or target of a channel; a new target must be verified again; absent fields stay unchanged',
  params: IdParams,
  body: ChannelUpdate,
  response: Channel,
});
export const deleteChannel = endpoint({
  method: 'DELETE',
  path: '/channels/{id}',
  audit: { action: 'channel.delete' },
  summary: 'Delete a channel, also from the rules that use it; nothing more is sent to it',
  params: IdParams,
  response: z.void(),
});
export const takeOverChannel = endpoint({
  method: 'POST',
  path: '/channels/{id}/take-over',
  audit: { action: 'channel.take-over' },
  summary: 'Become responsible for a channel that the caller may change; Portico then sends its paused messages',
  params: IdParams,
  response: Channel,
});
export const verifyChannel = endpoint({
  method: 'POST',
  path: '/channels/{id}/verify',
  audit: { action: 'channel.verify' },
  summary: `Verify a channel with the code that was sent to it in the last ${VERIFY_HOURS} hours; without a code, send a new code`,
  params: IdParams,
  body: ChannelVerify,
  response: Channel,
});
export const verifyChannelByLink = endpoint({
  method: 'POST',
  path: '/channels/verify',
  audit: { action: 'channel.verify' },
  summary: 'Verify an e-mail channel with the token of its mail; needs no sign-in',
  body: ChannelToken,
  response: VerifiedChannel,
});
export const testChannel = endpoint({
  method: 'POST',
  path: '/channels/{id}/test',
  audit: { action: 'channel.test' },
  summary: 'Send a test message through a verified channel now, and return the result',
  params: IdParams,
  response: Delivery,
});
export const rotateChannelSecret = endpoint({
  method: 'POST',
  path: '/channels/{id}/rotate',
  audit: { action: 'channel.rotate' },
  summary:
    'Create a new webhook secret, which is returned only once; during the overlap both secrets sign the messages',
  params: IdParams,
  body: SecretRotate,
  created: true,
  response: CreatedChannel,
});
export const listDeliveries = endpoint({
  method: 'GET',
  path: '/channels/{id}/deliveries',
  audit: READS_SETTINGS,
  summary: 'List the messages of a channel from the last 30 days, newest first',
  params: IdParams,
  query: Paging,
  response: page(Delivery),
});
export const resendDelivery = endpoint({
  method: 'POST',
  path: '/deliveries/{id}/resend',
  audit: { action: 'delivery.resend' },
  summary: 'Send a message again now, with the same id; for callers who may change the channel',
  params: IdParams,
  response: Delivery,
});
