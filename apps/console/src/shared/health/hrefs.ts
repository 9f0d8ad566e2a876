import type { Result } from '@portico/contracts/events/integration-event';
import type { EpisodeEvents } from '@portico/contracts/http/episodes';

const query = (parts: Record<string, string | number | undefined>): string => {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) text.set(name, String(value));
  return text.size === 0 ? '' : `?${text.toString()}`;
};

export const integrationHref = (id: number): string => `/admin/integrations/${id}`;

export const connectHref = (id: number): string => `/connect/${id}`;

/** Null selects events of no existing integration. */
export const rejectedHref = (id: number | null): string => `/rejected${query({ integration: id ?? 0 })}`;

/** The name and organization of an integration, which together identify it in the events list. */
type NamedIntegration = { name: string; organizationId: number | null };

type EventsParams = { status?: Result; event?: string; range?: string; open?: string };

export const eventsHref = ({ name, organizationId }: NamedIntegration, filter: EventsParams = {}): string =>
  `/dashboard${query({ ...filter, integration: name, organization: organizationId ?? undefined })}`;

export const lettersHref = (service: string): string => `/dead-letters${query({ service })}`;

export const USAGE_FAULTS_HREF = '/usage';

export const failuresHref = (range: string): string => `/dashboard${query({ status: 'FAILURE', range })}`;

export const organizationHref = (id: number, tab?: 'people' | 'billing'): string =>
  `/organizations/${id}${tab === undefined ? '' : `/${tab}`}`;

export const episodesHref = (integration?: number): string => `/episodes${query({ integration })}`;

export const episodeHref = (id: number): string => `/episodes/${id}`;

/** Selects exactly the failures of an episode. */
export const episodeEventsHref = (events: Partial<EpisodeEvents>, organization: number): string =>
  `/dashboard${query({ ...events, organization })}`;

export const traceHref = (event: { id: string; traceId: string }, integration: number): string =>
  `/dashboard${query({ trace: event.traceId, open: `${event.traceId}-${integration}.${event.id}`, pane: 'trace' })}`;

/** Selects exactly the events that a used count includes. */
export const evidenceHref = ({ evidence, organizationId }: { evidence: string; organizationId: number }): string =>
  `/dashboard${query({ where: evidence, organization: organizationId })}`;
