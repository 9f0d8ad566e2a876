import type { Result } from '@portico/contracts/events/integration-event';
import type { EpisodeEvents } from '@portico/contracts/http/episodes';

const query = (parts: Record<string, string | number | undefined>): string => {
  const text = new URLSearchParams();
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) text.set(name, String(value));
  return text.size === 0 ? '' : `?${text.toString()}`;
};

/** URL of an integration's page. */
export const integrationHref = (id: number): string => `/admin/integrations/${id}`;

/** URL of the page that connects an integration. */
export const connectHref = (id: number): string => `/connect/${id}`;

/** URL of the rejected events of an integration. Null selects events of no existing integration. */
export const rejectedHref = (id: number | null): string => `/rejected${query({ integration: id ?? 0 })}`;

/** The name and organization of an integration, which together identify it in the events list. */
type NamedIntegration = { name: string; organizationId: number | null };

type EventsParams = { status?: Result; event?: string; range?: string; open?: string };

/** URL of the events list, filtered to an integration. */
export const eventsHref = ({ name, organizationId }: NamedIntegration, filter: EventsParams = {}): string =>
  `/dashboard${query({ ...filter, integration: name, organization: organizationId ?? undefined })}`;

/** URL of the dead letters of a service. */
export const lettersHref = (service: string): string => `/dead-letters${query({ service })}`;

/** URL of the usage that differs between Stripe and Portico. */
export const USAGE_FAULTS_HREF = '/usage';

/** URL of all failed events of a period that ends now. */
export const failuresHref = (range: string): string => `/dashboard${query({ status: 'FAILURE', range })}`;

/** URL of an organization's page. */
export const organizationHref = (id: number, tab?: 'people' | 'billing'): string =>
  `/organizations/${id}${tab === undefined ? '' : `/${tab}`}`;

/** URL of the failure episodes, filtered to an integration. */
export const episodesHref = (integration?: number): string => `/episodes${query({ integration })}`;

export const episodeHref = (id: number): string => `/episodes/${id}`;

/** URL of the events list, filtered to exactly the failures of an episode. */
export const episodeEventsHref = (events: Partial<EpisodeEvents>, organization: number): string =>
  `/dashboard${query({ ...events, organization })}`;

/** URL of an event within its trace. */
export const traceHref = (event: { id: string; traceId: string }, integration: number): string =>
  `/dashboard${query({ trace: event.traceId, open: `${event.traceId}-${integration}.${event.id}`, pane: 'trace' })}`;

/** URL of the events list, filtered to exactly the events that a used count includes. */
export const evidenceHref = ({ evidence, organizationId }: { evidence: string; organizationId: number }): string =>
  `/dashboard${query({ where: evidence, organization: organizationId })}`;
