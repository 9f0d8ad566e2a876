import { type TargetRules, urlRules } from '../message/channel-type.ts';

export const target: TargetRules<'google-chat'> = urlRules(({ webhookUrl }) => webhookUrl);
