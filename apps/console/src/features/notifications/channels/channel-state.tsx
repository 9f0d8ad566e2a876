import type { Channel } from '@portico/contracts/http/channels';
import { Badge } from '@portico/ui';

const STATES = {
  unverified: { tone: 'warning', text: 'Not verified' },
  active: { tone: 'success', text: 'Active' },
  failing: { tone: 'danger', text: 'Failing' },
  disabled: { tone: 'danger', text: 'Disabled' },
} as const;

export const ChannelState = ({ state }: Pick<Channel, 'state'>) => (
  <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
);
