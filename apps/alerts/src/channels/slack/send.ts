import { cutText } from '@portico/contracts/common/cut-text';
import { z } from 'zod';
import { type Send, sendJson } from '../message/channel-type.ts';
import { jsonOf } from '../message/json-of.ts';
import { SendFailed } from '../message/send-failed.ts';
import { slackMessage } from './format.ts';

const Answered = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  channel: z.string().optional(),
  ts: z.string().optional(),
});

const toWebhook = sendJson<'slack'>(({ webhookUrl = '' }) => webhookUrl, slackMessage);

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

export const send: Send<'slack'> = (attempt, ports) =>
  attempt.target.botToken === undefined ? toWebhook(attempt, ports) : byBot(attempt, ports);
