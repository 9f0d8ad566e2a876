import type { ChannelType } from '@portico/contracts/http/channels';

export const CHANNEL_TEXTS: Record<ChannelType, string> = {
  email: 'E-mail',
  slack: 'Slack',
  teams: 'Teams',
  pagerduty: 'PagerDuty',
  webhook: 'Webhook',
};
