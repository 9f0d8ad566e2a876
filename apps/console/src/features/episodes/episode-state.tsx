import { BellOff, Repeat } from 'lucide-react';
import type { Episode } from '@portico/contracts/http/episodes';
import { Badge, formatTime } from '@portico/ui';
import { MaintenanceMark } from '../../shared/maintenance/maintenance-mark.tsx';

const STATES = {
  open: { tone: 'danger', text: 'Failing' },
  recovering: { tone: 'warning', text: 'Recovering' },
  closed: { tone: 'success', text: 'Over' },
  expired: { tone: 'neutral', text: 'Expired' },
} as const;

/** Badges for an episode's state, and for conditions such as flapping, maintenance and muting. */
export const EpisodeState = ({
  episode: { state, troubleAt, isFlapping, mutedUntil, maintenance },
}: {
  episode: Episode;
}) => (
  <>
    <Badge tone={troubleAt === null && state === 'open' ? 'neutral' : STATES[state].tone}>{STATES[state].text}</Badge>
    {troubleAt === null && <Badge>Below the threshold</Badge>}
    {isFlapping && (
      <Badge tone="warning" icon={Repeat}>
        Flapping
      </Badge>
    )}
    {maintenance !== null && <MaintenanceMark maintenance={maintenance} />}
    {mutedUntil !== null && <Badge icon={BellOff}>Muted until {formatTime(mutedUntil, 'local', 'short')}</Badge>}
  </>
);
