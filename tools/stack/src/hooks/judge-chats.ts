import { z } from 'zod';
import { type Judgement, type Request, textIn, why } from './judgement.ts';

/* The documented formats of Google Chat, Discord and Opsgenie, as far as Portico uses them. Anything else is rejected. */

const Button = z.strictObject({
  text: z.string().min(1),
  onClick: z.strictObject({ openLink: z.strictObject({ url: z.url() }) }),
});
const Widget = z.union([
  z.strictObject({ textParagraph: z.strictObject({ text: z.string().min(1) }) }),
  z.strictObject({ buttonList: z.strictObject({ buttons: z.array(Button).min(1) }) }),
]);
const ChatMessage = z.strictObject({
  cardsV2: z.tuple([
    z.strictObject({
      cardId: z.string(),
      card: z.strictObject({
        header: z.strictObject({ title: z.string().min(1).max(200) }),
        sections: z.array(z.strictObject({ widgets: z.array(Widget).min(1).max(100) })).min(1),
      }),
    }),
  ]),
  fallbackText: z.string(),
  thread: z.strictObject({ threadKey: z.string().min(1).max(4_000) }),
});
const CHAT_BYTES = 32_000;

export const googleChat = ({ text, search = '' }: Request, body: unknown): Judgement => {
  const isReply = new URLSearchParams(search).get('messageReplyOption') === 'REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD';
  const refused =
    Buffer.byteLength(text) > CHAT_BYTES
      ? 'larger than 32,000 bytes'
      : isReply
        ? why(ChatMessage, body)
        : 'threadKey is ignored without messageReplyOption';
  const { data } = ChatMessage.safeParse(body);
  return {
    kind: 'google-chat',
    refused,
    key: null,
    title: data?.cardsV2[0].card.header.title ?? '',
    status: refused === null ? 200 : 400,
    answer: JSON.stringify(refused === null ? { name: 'spaces/AAAA/messages/1' } : { error: { code: 400 } }),
  };
};

const DiscordMessage = z.strictObject({
  embeds: z.tuple([
    z.strictObject({
      title: z.string().min(1).max(256),
      url: z.url(),
      description: z.string().max(4_096),
      color: z.int().min(0).max(0xff_ff_ff),
      footer: z.strictObject({ text: z.string().min(1).max(2_048) }),
    }),
  ]),
  allowed_mentions: z.strictObject({ parse: z.tuple([]) }),
});

/** Simulates Discord: returns a message's id if the request asks for the id, and accepts an edit of a message. */
export const discord = ({ path, method = 'POST', search = '' }: Request, body: unknown): Judgement => {
  const edited = /\/messages\/(\d+)$/.exec(path)?.[1];
  const isWaiting = new URLSearchParams(search).get('wait') === 'true';
  const isRight = method === 'PATCH' ? edited !== undefined : edited === undefined && isWaiting;
  const refused = isRight ? why(DiscordMessage, body) : 'neither a message that waits for its id nor an edit of one';
  const { data } = DiscordMessage.safeParse(body);
  return {
    kind: 'discord',
    refused,
    key: edited === undefined ? null : `edit ${edited}`,
    title: data?.embeds[0].title ?? '',
    status: refused === null ? 200 : 400,
    answer: JSON.stringify(refused === null ? { id: edited ?? '1310000000000000001' } : { code: 50_035 }),
  };
};

const Alert = z.strictObject({
  message: z.string().min(1).max(130),
  alias: z.string().min(1).max(512),
  description: z.string().max(15_000),
  details: z
    .record(z.string(), z.string())
    .refine((details) => JSON.stringify(details).length <= 8_000, 'more than 8,000 characters'),
  source: z.string().min(1).max(100),
  priority: z.enum(['P1', 'P2', 'P3', 'P4', 'P5']),
});
const Closing = z.strictObject({ source: z.string().min(1).max(100), note: z.string().max(25_000) });

export const opsgenie = ({ path, headers, search = '' }: Request, body: unknown): Judgement => {
  const closed = /\/v2\/alerts\/([^/]+)\/close$/.exec(path)?.[1];
  const isByAlias = new URLSearchParams(search).get('identifierType') === 'alias';
  const isKnown = closed === undefined ? path.endsWith('/v2/alerts') : isByAlias;
  const isKeyed = /^GenieKey [\w-]+$/.test(headers['authorization'] ?? '');
  const refused = !isKeyed
    ? 'no GenieKey'
    : isKnown
      ? why(closed === undefined ? Alert : Closing, body)
      : 'no such path';
  const alias = closed === undefined ? textIn(body, 'alias') : decodeURIComponent(closed);
  return {
    kind: 'opsgenie',
    refused,
    key: `${closed === undefined ? 'create' : 'close'} ${alias}`,
    title: textIn(body, 'message') ?? 'close',
    status: refused === null ? 202 : isKeyed ? 422 : 401,
    answer: JSON.stringify({ result: refused ?? 'Request will be processed', took: 0.1, requestId: '1' }),
  };
};
