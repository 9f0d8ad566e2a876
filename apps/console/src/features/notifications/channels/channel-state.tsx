import type { Channel } from '@portico/contracts/http/channels';
import { Badge } from '@portico/ui';

const STATES = {
  unverified: { tone: 'warning', text: 'Not verified' },
  active: { tone: 'success', text: 'Active' },
  failing: { tone: 'danger', text: 'Failing' },
  disabled: { tone: 'danger', text: 'Disabled' },
} as const;

export const ChannelState = ({ state, needsOwnerSince }: Pick<Channel, 'state' | 'needsOwnerSince'>) =>
  needsOwnerSince === null ? (
    <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge>
  ) : (
    <Badge tone="danger">Needs a new owner</Badge>
  );
