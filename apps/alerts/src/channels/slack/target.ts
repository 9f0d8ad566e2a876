import { type TargetRules, urlRules } from '../message/channel-type.ts';

const byUrl = urlRules<'slack'>(({ webhookUrl = '' }) => webhookUrl);

/** A Slack bot can edit its own messages. An incoming webhook cannot edit messages. */
export const target: TargetRules<'slack'> = {
  url: ({ webhookUrl }) => webhookUrl,
  hint: (slack) => (slack.channel === undefined ? byUrl.hint(slack) : `#${slack.channel.replace(/^#/, '')}`),
  address: ({ webhookUrl, botToken, channel }) => webhookUrl ?? `${botToken}#${channel}`,
  editsMessages: ({ botToken }) => botToken !== undefined,
};
