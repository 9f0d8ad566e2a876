import { type TargetRules, urlRules } from '../message/channel-type.ts';

/** A Discord webhook can edit the messages that were sent through it. */
export const target: TargetRules<'discord'> = {
  ...urlRules(({ webhookUrl }) => webhookUrl),
  editsMessages: () => true,
};
