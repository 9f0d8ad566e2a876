import type { Page } from '@portico/contracts/common/page';
import type { ChannelTarget } from '@portico/contracts/http/channel-targets';
import type { Channel, CreatedChannel, Delivery } from '@portico/contracts/http/channels';
import type { Rule } from '@portico/contracts/http/rules';
import type { CaughtHook } from '@portico/stack/hooks';
import { type CaughtMail, type MailCatcher, startMailCatcher } from '@portico/stack/mail';
import { type Call, eventually, read } from '@portico/testkit';
import { type AlertsStack, mark, readUntil, startAlertsStack } from './alerts.ts';

/** The alerts service with a catcher that stores the service's messages. */
export type Noticing = {
  stack: AlertsStack;
  catcher: MailCatcher;
  /** Returns the catcher's URL for a path. */
  address: (path: string) => string;
  hooksAt: (path: string) => readonly CaughtHook[];
  mailsTo: (address: string) => readonly CaughtMail[];
  stop: () => Promise<void>;
};

export async function startNoticing(
  environment: Record<string, string> = {},
  { withEvents = true }: { withEvents?: boolean } = {},
): Promise<Noticing> {
  const catcher = await startMailCatcher();
  const { origin } = new URL(catcher.url);
  const stack = await startAlertsStack({
    withEvents,
    environment: {
      SMTP_URL: catcher.smtpUrl,
      EGRESS_LOCAL_ORIGIN: origin,
      SLACK_API_URL: `${origin}/slack/api`,
      PAGERDUTY_URL: `${origin}/pagerduty`,
      OPSGENIE_URL: `${origin}/opsgenie`,
      OPSGENIE_EU_URL: `${origin}/opsgenie/eu`,
      NOTICE_WAIT_SECONDS: '1',
      NOTICE_GROUP_SECONDS: '0',
      ...environment,
    },
  });
  return {
    stack,
    catcher,
    address: (path) => `${origin}${path}`,
    hooksAt: (path) => catcher.hooks().filter((hook) => hook.path === path),
    mailsTo: (address) => catcher.mails().filter(({ to }) => to === address),
    stop: async () => {
      await stack.stop();
      await catcher.stop();
    },
  };
}

type Owner = { owner?: 'user' | 'organization' | 'product'; organizationId?: number };

const created = async <Body>(call: Call, path: string, body: object): Promise<Body> => {
  const answer = await call('POST', path, body);
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body as Body;
};

export const newChannel = (call: Call, target: ChannelTarget, owner: Owner = {}): Promise<CreatedChannel> =>
  created(call, '/channels', { name: `My ${target.type}`, target, ...owner });

/** Finds the verification code in the text of a message. */
export const codeIn = (text: string): string => /\b([A-Z2-7]{8})\b/.exec(text)?.[1] ?? '';

/** Creates a webhook channel to the catcher and verifies the channel with the received code. */
export async function verifiedWebhook(
  { address, hooksAt }: Noticing,
  call: Call,
  path: string,
  owner: Owner = {},
): Promise<CreatedChannel> {
  const channel = await newChannel(call, { type: 'webhook', url: address(path) }, owner);
  const hook = await eventually(() => hooksAt(path)[0]);
  const code = codeIn(JSON.stringify(hook.body));
  const answer = await call('POST', `/channels/${channel.id}/verify`, { code });
  if (answer.status !== 200) throw new Error(`the code was answered ${answer.status}`);
  return channel;
}

export const newRule = (
  call: Call,
  channels: readonly number[],
  fields: object = {},
  owner: Owner = {},
): Promise<Rule> =>
  created(call, '/rules', { on: ['episode.opened', 'episode.closed'], channels, ...owner, ...fields });

export const deliveriesOf = async (call: Call, id: number): Promise<Delivery[]> =>
  (await read<Page<Delivery>>(call, `/channels/${id}/deliveries`)).data;

export const channelWhen = (call: Call, id: number, isRight: (channel: Channel) => boolean): Promise<Channel> =>
  readUntil<Channel>(call, `/channels/${id}`, isRight);

/** Publishes an activity record of an event name with the times of a failure, a success, or both. */
export const happens = (
  { stack }: Noticing,
  eventName: string,
  moments: { failure?: number; success?: number },
  changes: { organization_id?: number; source_id?: number } = {},
): Promise<void> => stack.activity(mark(moments, { event_name: eventName, ...changes }));

/** Returns the value at a path of names in the body of a caught request. */
export const valueAt = (hook: CaughtHook | undefined, ...path: readonly (string | number)[]): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], hook?.body);
