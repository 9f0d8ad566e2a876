import { type TargetRules, urlRules } from '../message/channel-type.ts';

/** A webhook edits the messages that it has sent. */
export const target: TargetRules<'discord'> = {
  ...urlRules(({ webhookUrl }) => webhookUrl),
  editsMessages: () => true,
};
