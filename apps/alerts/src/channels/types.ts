import type { ChannelType } from '@portico/contracts/http/channel-targets';
import { send as sendEmail } from './email/send.ts';
import { target as email } from './email/target.ts';
import type { Send, TargetRules } from './message/channel-type.ts';
import { send as sendPagerduty } from './pagerduty/send.ts';
import { target as pagerduty } from './pagerduty/target.ts';
import { send as sendSlack } from './slack/send.ts';
import { target as slack } from './slack/target.ts';
import { send as sendTeams } from './teams/send.ts';
import { target as teams } from './teams/target.ts';
import { send as sendWebhook } from './webhook/send.ts';
import { target as webhook } from './webhook/target.ts';

type Registered<Type extends ChannelType> = TargetRules<Type> & { send: Send<Type> };

/** Every type of channel: what its target says, and how it is sent to. */
const TYPES: { readonly [Type in ChannelType]: Registered<Type> } = {
  email: { ...email, send: sendEmail },
  slack: { ...slack, send: sendSlack },
  teams: { ...teams, send: sendTeams },
  pagerduty: { ...pagerduty, send: sendPagerduty },
  webhook: { ...webhook, send: sendWebhook },
};

/** The rules of a target's type, and how it is sent to. The compiler does not see that both are of one type. */
export const typeOf = ({ type }: { type: ChannelType }): Registered<ChannelType> =>
  TYPES[type] as unknown as Registered<ChannelType>;
