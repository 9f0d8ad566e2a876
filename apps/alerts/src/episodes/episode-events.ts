import type { EpisodeEvents } from '@portico/contracts/http/episodes';
import type { Episode } from './episode.entity.ts';

const after = (moment: Date): string => new Date(moment.getTime() + 1).toISOString();

/** Whether the episode covers events with an empty subject. The `subject` parameter cannot express an empty field. */
const isAboutNothing = ({ scope, subject }: Episode): boolean => scope === 'subject' && !subject;

/**
 * Builds the events list's filter for an episode's failures. The filter of a closed episode ends after the last failure; the filter
 * of a live episode has no end. `organization:` narrows the list for administrators, who see all organizations.
 */
export const eventsOf = (episode: Episode): EpisodeEvents => ({
  where: `integration:#${episode.integrationId} organization:#${episode.organizationId}${isAboutNothing(episode) ? ' -subject:*' : ''}`,
  event: episode.eventName,
  ...(episode.subject && { subject: episode.subject }),
  status: 'FAILURE',
  from: episode.firstFailureAt.toISOString(),
  ...(!episode.isLive() && { to: after(episode.lastFailureAt) }),
});
