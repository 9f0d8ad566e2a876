import type { Period } from '@portico/contracts/http/event-health';
import { readPeriod } from '../../../shared/health/period-choices.ts';

export const INTEGRATION_TABS = [
  { id: 'overview', text: 'Overview' },
  { id: 'events', text: 'Events' },
  { id: 'rejected', text: 'Rejected' },
  { id: 'connect', text: 'Connect' },
  { id: 'settings', text: 'Settings' },
] as const;
export type IntegrationTab = (typeof INTEGRATION_TABS)[number]['id'];

/** URL parameters of an integration's page; the URL omits defaults. */
export type IntegrationSearch = { tab?: IntegrationTab | undefined; period?: Period | undefined };

/** Parses the URL. An invalid value counts as absent. */
export const readIntegrationSearch = ({ tab, period }: Record<string, unknown>): IntegrationSearch => ({
  tab: INTEGRATION_TABS.find(({ id }, index) => index > 0 && id === tab)?.id,
  period: readPeriod(period),
});
