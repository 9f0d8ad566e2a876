import type { ChannelType } from '@portico/contracts/http/channel-targets';
import { send as sendDiscord } from './discord/send.ts';
import { target as discord } from './discord/target.ts';
import { send as sendEmail } from './email/send.ts';
import { target as email } from './email/target.ts';
import { send as sendGoogleChat } from './google-chat/send.ts';
import { target as googleChat } from './google-chat/target.ts';
import type { Send, TargetRules } from './message/channel-type.ts';
import { send as sendOpsgenie } from './opsgenie/send.ts';
import { target as opsgenie } from './opsgenie/target.ts';
import { send as sendPagerduty } from './pagerduty/send.ts';
import { target as pagerduty } from './pagerduty/target.ts';
import { send as sendSlack } from './slack/send.ts';
import { target as slack } from './slack/target.ts';
import { send as sendTeams } from './teams/send.ts';
import { target as teams } from './teams/target.ts';
import { send as sendWebhook } from './webhook/send.ts';
import { target as webhook } from './webhook/target.ts';

type Registered<Type extends ChannelType> = TargetRules<Type> & { send: Send<Type> };

/** Every type of channel: its target rules and its sender. */
const TYPES: { readonly [Type in ChannelType]: Registered<Type> } = {
  email: { ...email, send: sendEmail },
  slack: { ...slack, send: sendSlack },
  teams: { ...teams, send: sendTeams },
  'google-chat': { ...googleChat, send: sendGoogleChat },
  discord: { ...discord, send: sendDiscord },
  pagerduty: { ...pagerduty, send: sendPagerduty },
  opsgenie: { ...opsgenie, send: sendOpsgenie },
  webhook: { ...webhook, send: sendWebhook },
};

/** Returns the functions for a channel's type. TypeScript cannot express that the functions accept this channel's target. */
export const typeOf = ({ type }: { type: ChannelType }): Registered<ChannelType> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  TYPES[type] as unknown as Registered<ChannelType>;
