import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { judge } from '@portico/stack/hooks';
import { discordMessage } from './discord/format.ts';
import { emailOf } from './email/format.ts';
import { chatMessage } from './google-chat/format.ts';
import { MESSAGES, OPENED } from './message/examples.ts';
import { MAX_LINES, type Message } from './message/message.ts';
import { opsgenieRequest } from './opsgenie/format.ts';
import { pagerDutyEvent } from './pagerduty/format.ts';
import { slackMessage } from './slack/format.ts';
import { TEAMS_BYTES, teamsMessage } from './teams/format.ts';
import { WEBHOOK_BYTES, webhookBody } from './webhook/format.ts';
import { webhookHeaders } from './webhook/signature.ts';

const ROUTING_KEY = 'R0UT1NGKEY0000000000000000000000';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const golden = (name: string): string => readFileSync(new URL(name, import.meta.url), 'utf8');
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** Every format: its folder, the extension of its golden file, and its formatter. */
const FORMATS: readonly (readonly [folder: string, ending: string, (message: Message) => string])[] = [
  ['slack', 'json', (message) => json(slackMessage(message))],
  ['teams', 'json', (message) => json(teamsMessage(message))],
  ['google-chat', 'json', (message) => json(chatMessage(message))],
  ['discord', 'json', (message) => json(discordMessage(message))],
  ['opsgenie', 'json', (message) => json(opsgenieRequest(message))],
  ['pagerduty', 'json', (message) => json(pagerDutyEvent(message, ROUTING_KEY))],
  ['webhook', 'json', (message) => json(JSON.parse(webhookBody(message, '2026-11-25T12:00:00.000Z')))],
  ['email', 'txt', (message) => emailOf(message).text],
  ['email', 'html', (message) => emailOf(message).html],
];

const CASES = Object.entries(MESSAGES).flatMap(([name, message]) =>
  FORMATS.map(([folder, ending, format]) => [`${folder}/golden/${name}.${ending}`, message, format] as const),
);

describe('the payload of a channel', () => {
  it.each(CASES)('matches the golden file: %s', (name, message, format) => {
    expect(format(message)).toBe(golden(name));
  });
});

const at = (address: string, text: string, headers: Record<string, string> = {}, method = 'POST') => {
  const { pathname: path, search } = new URL(address, 'http://receiver.test');
  return judge({ path, search, method, headers: { 'content-type': 'application/json', ...headers }, text });
};
const bot = { authorization: 'Bearer xoxb-1' };

/** Functions that send a message to the stand-in of a service. A stand-in rejects payloads that violate the service's documentation. */
const STAND_INS: readonly ((message: Message) => ReturnType<typeof at>)[] = [
  (message) => at('/slack/services/T0/B0/x', JSON.stringify(slackMessage(message))),
  (message) => at('/slack/api/chat.postMessage', JSON.stringify({ channel: 'payroll', ...slackMessage(message) }), bot),
  (message) =>
    at(
      '/slack/api/chat.update',
      JSON.stringify({ channel: 'C0CAUGHT', ts: '1764072000.000001', ...slackMessage(message) }),
      bot,
    ),
  (message) => at('/teams/room', JSON.stringify(teamsMessage(message))),
  (message) =>
    at(
      '/google-chat/v1/spaces/A/messages?messageReplyOption=REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD',
      JSON.stringify(chatMessage(message)),
    ),
  (message) => at('/discord/api/webhooks/1/x?wait=true', JSON.stringify(discordMessage(message))),
  (message) => at('/discord/api/webhooks/1/x/messages/7', JSON.stringify(discordMessage(message)), {}, 'PATCH'),
  (message) => {
    const { path, body } = opsgenieRequest(message);
    return at(`/opsgenie${path}`, JSON.stringify(body), { authorization: 'GenieKey 0c1d' });
  },
  (message) => at('/pagerduty/v2/enqueue', JSON.stringify(pagerDutyEvent(message, ROUTING_KEY))),
  (message) => {
    const body = webhookBody(message, '2026-11-25T12:00:00.000Z');
    return at('/webhook/acme', body, webhookHeaders(message.id, new Date(), body, [SECRET]));
  },
];

describe('the test servers that stand in for the receivers of messages', () => {
  it.each(Object.entries(MESSAGES))('accepts the payload of the message %s', (_, message) => {
    for (const take of STAND_INS) expect(take(message)).toMatchObject({ refused: null });
  });
});

/** Builds a message with very long texts that consist of one repeated character. */
const huge = (character: string): Message => {
  const long = character.repeat(3_000);
  const line = OPENED;
  const lines = Array.from({ length: MAX_LINES }, (_, index) => ({
    ...line,
    noticeId: index + 1,
    title: long,
    text: long,
    organization: long,
    integration: long,
    eventName: long,
    event: { details: long.repeat(10) },
  }));
  return { ...MESSAGES.opened, title: long, text: long, productName: long, lines, more: 57 };
};

describe('a very long message', () => {
  it.each(['x', '&', '<', '|', '*', '🚨', '\\', '"'])(
    'stays within the limits of every channel when filled with %s',
    (character) => {
      const message = huge(character);
      for (const take of STAND_INS) expect(take(message)).toMatchObject({ refused: null });
      const [, ...sections] = slackMessage(message).blocks;
      expect(sections.filter(({ type }) => type === 'section').length).toBeGreaterThan(5);
      expect(Buffer.byteLength(JSON.stringify(teamsMessage(message)))).toBeLessThanOrEqual(TEAMS_BYTES);
      const { subject } = emailOf(message);
      expect([subject.length <= 150, subject.isWellFormed()]).toEqual([true, true]);
    },
  );

  it('sets event_omitted on notices whose events do not fit in the 256 KiB of a webhook body', () => {
    const message = huge('🚨');
    const body = webhookBody(message, '');
    expect(JSON.parse(body)).toMatchObject({
      data: { notices: expect.arrayContaining([expect.objectContaining({ event: null, event_omitted: true })]) },
    });
    expect(WEBHOOK_BYTES).toBe(262_144);
  });
});
