import type { ChannelType } from '@portico/contracts/http/channel-targets';
import { discord } from './discord/channel.ts';
import { email } from './email/channel.ts';
import { googleChat } from './google-chat/channel.ts';
import type { TypeRules } from './message/channel-type.ts';
import { opsgenie } from './opsgenie/channel.ts';
import { pagerduty } from './pagerduty/channel.ts';
import { slack } from './slack/channel.ts';
import { teams } from './teams/channel.ts';
import { webhook } from './webhook/channel.ts';

const TYPES: { readonly [Type in ChannelType]: TypeRules<Type> } = {
  email,
  slack,
  teams,
  'google-chat': googleChat,
  discord,
  pagerduty,
  opsgenie,
  webhook,
};

/** Returns the rules of a channel's type. TypeScript cannot express that the functions accept this channel's target. */
export const typeOf = ({ type }: { type: ChannelType }): TypeRules<ChannelType> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  TYPES[type] as unknown as TypeRules<ChannelType>;
