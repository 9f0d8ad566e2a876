import type { Result } from '@portico/contracts/events/integration-event';
import type { EpisodeEvents } from '@portico/contracts/http/episodes';
import { stringifySearch } from './search-text.ts';

export const integrationHref = (id: number): string => `/admin/integrations/${id}`;

export const connectHref = (id: number): string => `/connect/${id}`;

/** Null selects rejected events that belong to no existing integration. */
export const rejectedHref = (id: number | null): string => `/rejected${stringifySearch({ integration: id ?? 0 })}`;

/** The name and organization of an integration, which together identify it in the events list. */
type NamedIntegration = { name: string; organizationId: number | null };

type EventsParams = { status?: Result; event?: string; range?: string; open?: string };

export const eventsHref = ({ name, organizationId }: NamedIntegration, filter: EventsParams = {}): string =>
  `/dashboard${stringifySearch({ ...filter, integration: name, organization: organizationId ?? undefined })}`;

export const lettersHref = (service: string): string => `/dead-letters${stringifySearch({ service })}`;

export const USAGE_FAULTS_HREF = '/usage';

export const failuresHref = (range: string): string => `/dashboard${stringifySearch({ status: 'FAILURE', range })}`;

export const organizationHref = (id: number, tab?: 'people' | 'billing'): string =>
  `/organizations/${id}${tab === undefined ? '' : `/${tab}`}`;

export const episodesHref = (integration?: number): string => `/episodes${stringifySearch({ integration })}`;

export const episodeHref = (id: number): string => `/episodes/${id}`;

/** Selects exactly the failures of an episode. */
export const episodeEventsHref = (events: Partial<EpisodeEvents>, organization: number): string =>
  `/dashboard${stringifySearch({ ...events, organization })}`;

export const traceHref = (event: { id: string; traceId: string }, integration: number): string =>
  `/dashboard${stringifySearch({ trace: event.traceId, open: `${event.traceId}-${integration}.${event.id}`, pane: 'trace' })}`;

/** Selects exactly the events that a used count includes. */
export const evidenceHref = ({ evidence, organizationId }: { evidence: string; organizationId: number }): string =>
  `/dashboard${stringifySearch({ where: evidence, organization: organizationId })}`;
