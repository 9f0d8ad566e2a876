import { type TargetRules, urlRules } from '../message/channel-type.ts';

/** A webhook can edit the messages that it sent. */
export const target: TargetRules<'discord'> = {
  ...urlRules(({ webhookUrl }) => webhookUrl),
  editsMessages: () => true,
};
