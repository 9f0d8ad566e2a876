import type { EpisodeEvents } from '@portico/contracts/http/episodes';
import type { Episode } from './episode.entity.ts';

const after = (moment: Date): string => new Date(moment.getTime() + 1).toISOString();

/** A search parameter cannot express an empty field. */
const isAboutNothing = ({ scope, subject }: Episode): boolean => scope === 'subject' && !subject;

/**
 * The filter of the events list for an episode's failures. A closed episode ends at the success that closed it; a live one has no
 * end. Administrators get the filter for the episode's organization; members see only their own anyway.
 */
export const eventsOf = (episode: Episode): EpisodeEvents => ({
  where: `integration:#${episode.integrationId} organization:#${episode.organizationId}${isAboutNothing(episode) ? ' -subject:*' : ''}`,
  event: episode.eventName,
  ...(episode.subject && { subject: episode.subject }),
  status: 'FAILURE',
  from: episode.firstFailureAt.toISOString(),
  ...(!episode.isLive() && { to: after(episode.lastFailureAt) }),
});
