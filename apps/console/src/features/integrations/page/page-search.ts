import type { Period } from '@portico/contracts/http/event-health';
import { readPeriod } from '../../../shared/health/period-choices.ts';

/** Tabs of an integration's page, in their order. */
export const INTEGRATION_TABS = [
  { id: 'overview', text: 'Overview' },
  { id: 'events', text: 'Events' },
  { id: 'rejected', text: 'Rejected' },
  { id: 'connect', text: 'Connect' },
  { id: 'settings', text: 'Settings' },
] as const;
export type IntegrationTab = (typeof INTEGRATION_TABS)[number]['id'];

/** What the page keeps in the URL; the first tab and the default period are left out. */
export type IntegrationSearch = { tab?: IntegrationTab | undefined; period?: Period | undefined };

/** Reads an address. A value that makes no sense counts as absent. */
export const readIntegrationSearch = ({ tab, period }: Record<string, unknown>): IntegrationSearch => ({
  tab: INTEGRATION_TABS.find(({ id }, index) => index > 0 && id === tab)?.id,
  period: readPeriod(period),
});
