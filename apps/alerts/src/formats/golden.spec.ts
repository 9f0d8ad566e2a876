import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { emailOf } from './email.ts';
import { MESSAGES, OPENED } from './examples.ts';
import { MAX_LINES, type Message } from './message.ts';
import { pagerDutyEvent } from './pagerduty.ts';
import { slackMessage } from './slack.ts';
import { TEAMS_BYTES, teamsMessage } from './teams.ts';
import { WEBHOOK_BYTES, webhookBody } from './webhook.ts';

const golden = (name: string): string => readFileSync(new URL(`golden/${name}`, import.meta.url), 'utf8');
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** A payload of every format, by the ending of its file. */
const FORMATS: Record<string, (message: Message) => string> = {
  'slack.json': (message) => json(slackMessage(message)),
  'teams.json': (message) => json(teamsMessage(message)),
  'pagerduty.json': (message) => json(pagerDutyEvent(message, 'R0UT1NGKEY0000000000000000000000')),
  'webhook.json': (message) => json(JSON.parse(webhookBody(message, '2026-11-25T12:00:00.000Z'))),
  'mail.txt': (message) => emailOf(message).text,
  'mail.html': (message) => emailOf(message).html,
};

const CASES = Object.entries(MESSAGES).flatMap(([name, message]) =>
  Object.entries(FORMATS).map(([ending, format]) => [`${name}.${ending}`, message, format] as const),
);

describe('the payload of a channel', () => {
  it.each(CASES)('is as in %s', (name, message, format) => {
    expect(format(message)).toBe(golden(name));
  });
});

/** As long as the contracts let names be, in characters that take the most bytes. */
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
    'keeps within the limits of every channel, full of %s',
    (character) => {
      const message = huge(character);
      const slack = slackMessage(message);
      expect(slack.blocks.length).toBeLessThanOrEqual(50);
      expect(slack.text.length).toBeLessThanOrEqual(4_000);
      for (const { type, text } of slack.blocks as { type: string; text?: { text: string } }[])
        expect(text?.text.length ?? 0).toBeLessThanOrEqual(type === 'header' ? 150 : 3_000);
      expect(Buffer.byteLength(JSON.stringify(teamsMessage(message)))).toBeLessThanOrEqual(TEAMS_BYTES);
      const event = pagerDutyEvent(message, 'key') as { payload: { summary: string }; dedup_key: string };
      expect([event.payload.summary.length <= 1_024, event.dedup_key.length <= 255]).toEqual([true, true]);
      expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThanOrEqual(512 * 1024);
      const subject = emailOf(message).subject;
      expect(subject.length).toBeLessThanOrEqual(150);
      expect(subject.isWellFormed()).toBe(true);
    },
  );

  it('leaves events out of a webhook that would be too long, and says so', () => {
    const message = huge('🚨');
    const body = webhookBody(message, '');
    expect(JSON.parse(body)).toMatchObject({
      data: { notices: expect.arrayContaining([expect.objectContaining({ event: null, event_omitted: true })]) },
    });
    expect(WEBHOOK_BYTES).toBe(262_144);
  });
});
