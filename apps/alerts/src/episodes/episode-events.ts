import type { EpisodeEvents } from '@portico/contracts/http/episodes';
import type { Episode } from './episode.entity.ts';

const after = (moment: Date): string => new Date(moment.getTime() + 1).toISOString();

/** An address says nothing of a field by leaving it empty. */
const isAboutNothing = ({ scope, subject }: Episode): boolean => scope === 'subject' && !subject;

/**
 * The filter of the events list that opens an episode's failures. One that is over ends with the success that ended it; one
 * that is live has no end. Members have one organization's events anyway; administrators get those of this one.
 */
export const eventsOf = (episode: Episode): EpisodeEvents => ({
  where: `integration:#${episode.integrationId} organization:#${episode.organizationId}${isAboutNothing(episode) ? ' -subject:*' : ''}`,
  event: episode.eventName,
  ...(episode.subject && { subject: episode.subject }),
  status: 'FAILURE',
  from: episode.firstFailureAt.toISOString(),
  ...(!episode.isLive() && { to: after(episode.lastFailureAt) }),
});
