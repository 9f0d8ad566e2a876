import { type TargetRules, urlRules } from '../message/channel-type.ts';

export const target: TargetRules<'teams'> = urlRules(({ webhookUrl }) => webhookUrl);
