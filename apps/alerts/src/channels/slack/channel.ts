import { cutText } from '@portico/contracts/common/cut-text';
import { z } from 'zod';
import { type Send, sendJson, type TypeRules, urlRules } from '../message/channel-type.ts';
import { jsonOf } from '../message/json-of.ts';
import { SendFailed } from '../message/send-failed.ts';
import { slackMessage } from './format.ts';

const Answered = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  channel: z.string().optional(),
  ts: z.string().optional(),
});

const byUrl = urlRules<'slack'>(({ webhookUrl = '' }) => webhookUrl);
const toWebhook = sendJson<'slack'>(byUrl.url, slackMessage);

/** Sends through Slack's Web API, which always answers 200; the response body contains the result. */
const byBot: Send<'slack'> = async ({ target, message, remoteRef }, { request, config }) => {
  const [channel = target.channel, ts] = remoteRef?.split(':') ?? [];
  const { status, body } = await request({
    url: `${config.SLACK_API_URL}/${ts === undefined ? 'chat.postMessage' : 'chat.update'}`,
    headers: { authorization: `Bearer ${target.botToken}` },
    body: JSON.stringify({
      channel,
      ...(ts === undefined ? { unfurl_links: false } : { ts }),
      ...slackMessage(message),
    }),
  });
  const answered = jsonOf(Answered, body);
  if (!answered?.ok) throw new SendFailed(`Slack: ${cutText(answered?.error ?? 'unreadable answer', 100)}`, status);
  return { status, remoteRef: `${answered.channel}:${answered.ts}` };
};

export const slack: TypeRules<'slack'> = {
  url: ({ webhookUrl }) => webhookUrl,
  hint: (target) => (target.channel === undefined ? byUrl.hint(target) : `#${target.channel.replace(/^#/, '')}`),
  address: ({ webhookUrl, botToken, channel }) => webhookUrl ?? `${botToken}#${channel}`,
  /** A Slack bot can edit its own messages. An incoming webhook cannot edit messages. */
  editsMessages: ({ botToken }) => botToken !== undefined,
  send: (attempt, ports) => (attempt.target.botToken === undefined ? toWebhook : byBot)(attempt, ports),
};
