import { Inject, Injectable } from '@nestjs/common';
import { CONFIG } from '@portico/service';
import { Mailer } from '@portico/service/mail';
import { z } from 'zod';
import { cutText } from '@portico/contracts/common/cut-text';
import type { Target } from '../channel-row/target.ts';
import type { AlertsConfig } from '../config.ts';
import { type Answer, Egress, type Outgoing, reasonOf } from '../egress/egress.ts';
import type { Message } from '../formats/message.ts';
import { pagerDutyEvent } from '../formats/pagerduty.ts';
import { slackMessage } from '../formats/slack.ts';
import { teamsMessage } from '../formats/teams.ts';
import { webhookBody } from '../formats/webhook.ts';
import { mailOf } from './mails.ts';
import { SendFailed } from './send-failed.ts';
import { webhookHeaders } from './standard-webhooks.ts';

/** One attempt. `secrets`: of a webhook, all that are valid now. `remoteRef`: of the message that is to be changed. */
export type Attempt = {
  channelId: number;
  target: Target;
  secrets: readonly string[];
  message: Message;
  code: string | null;
  remoteRef: string | null;
};
export type Sent = { status: number | null; remoteRef: string | null };

const JSON_HEADERS = { 'content-type': 'application/json; charset=utf-8' };
/** Longest pause that a channel may ask for: an hour. */
const LONGEST_PAUSE = 3_600;

const secondsOf = (retryAfter: string | undefined): number | null => {
  const seconds = Number(retryAfter);
  return retryAfter !== undefined && seconds > 0 ? Math.min(seconds, LONGEST_PAUSE) : null;
};

/** How a message reaches each type of channel. */
@Injectable()
export class Transports {
  constructor(
    private readonly egress: Egress,
    private readonly mailer: Mailer,
    @Inject(CONFIG) private readonly config: AlertsConfig,
  ) {}

  /** @throws SendFailed unless the channel has taken it. */
  async send(attempt: Attempt): Promise<Sent> {
    const { target, message } = attempt;
    switch (target.type) {
      case 'email':
        return this.mail(target.address, attempt);
      case 'slack':
        if (target.webhookUrl === undefined) return this.slackBot(target, attempt);
        return this.post({
          url: target.webhookUrl,
          headers: JSON_HEADERS,
          body: JSON.stringify(slackMessage(message)),
        });
      case 'teams':
        return this.post({
          url: target.webhookUrl,
          headers: JSON_HEADERS,
          body: JSON.stringify(teamsMessage(message)),
        });
      case 'pagerduty': {
        const url = `${this.config.PAGERDUTY_URL}/v2/enqueue`;
        const body = JSON.stringify(pagerDutyEvent(message, target.routingKey));
        return this.post({ url, headers: JSON_HEADERS, body });
      }
      default: {
        const at = new Date();
        const body = webhookBody(message, at.toISOString(), attempt.code);
        return this.post({ url: target.url, headers: webhookHeaders(message.id, at, body, attempt.secrets), body });
      }
    }
  }

  private async post(outgoing: Outgoing): Promise<Sent> {
    const { status } = await this.answerOf(outgoing);
    return { status, remoteRef: null };
  }

  private async answerOf(outgoing: Outgoing): Promise<Answer> {
    const answer = await this.egress.post(outgoing).catch((error: unknown) => {
      throw new SendFailed(reasonOf(error));
    });
    const { status } = answer;
    if (status >= 200 && status < 300) return answer;
    const why = status >= 300 && status < 400 ? 'redirects are not followed' : 'not taken';
    throw new SendFailed(`Answered ${status}: ${why}`, status, secondsOf(answer.retryAfter));
  }

  /** Slack answers 200 to everything, and says in the body what it thinks of it. */
  private async slackBot(target: Target & { type: 'slack' }, { message, remoteRef }: Attempt): Promise<Sent> {
    const [channel = target.channel, ts] = remoteRef?.split(':') ?? [];
    const answer = await this.answerOf({
      url: `${this.config.SLACK_API_URL}/${ts === undefined ? 'chat.postMessage' : 'chat.update'}`,
      headers: { ...JSON_HEADERS, authorization: `Bearer ${target.botToken}` },
      body: JSON.stringify({
        channel,
        ...(ts === undefined ? { unfurl_links: false } : { ts }),
        ...slackMessage(message),
      }),
    });
    const said = parsed(answer.body);
    if (!said.ok) throw new SendFailed(`Slack: ${cutText(said.error ?? 'unreadable answer', 100)}`, answer.status);
    return { status: answer.status, remoteRef: `${said.channel}:${said.ts}` };
  }

  private async mail(address: string, attempt: Attempt): Promise<Sent> {
    const host = new URL(this.config.CONSOLE_URL).hostname;
    try {
      await this.mailer.send({ to: address, ...mailOf(attempt, host) });
    } catch (error) {
      const code = error instanceof Error && 'responseCode' in error ? Number(error.responseCode) : null;
      throw new SendFailed(error instanceof Error ? cutText(error.message, 200) : 'The mail was not taken', code);
    }
    return { status: null, remoteRef: null };
  }
}

const SlackAnswer = z.object({
  ok: z.boolean(),
  error: z.string().optional(),
  channel: z.string().optional(),
  ts: z.string().optional(),
});

const parsed = (body: string): z.infer<typeof SlackAnswer> => {
  try {
    return SlackAnswer.catch({ ok: false }).parse(JSON.parse(body));
  } catch {
    return { ok: false };
  }
};
