import type { GatewayConfig } from '../config.ts';

/** The service of each path prefix. The longest prefix that ends at a segment wins. */
const SERVICE_OF_PREFIX = {
  '/config': 'IDENTITY_URL',
  '/auth': 'IDENTITY_URL',
  '/recaptcha': 'IDENTITY_URL',
  '/admin/generate/vendor': 'IDENTITY_URL',
  '/files/vendors': 'IDENTITY_URL',
  '/users': 'IDENTITY_URL',
  '/views': 'IDENTITY_URL',
  '/sessions': 'IDENTITY_URL',
  '/users/organizations': 'ORGS_URL',
  '/users/invitations': 'ORGS_URL',
  '/invitations': 'ORGS_URL',
  '/meters': 'ORGS_URL',
  '/usage': 'ORGS_URL',
  '/privacy-rules': 'ORGS_URL',
  '/organizations': 'ORGS_URL',
  '/organization-entitlements': 'ORGS_URL',
  '/admin/generate/voucher': 'ORGS_URL',
  '/files/vouchers': 'ORGS_URL',
  '/integrations': 'INTEGRATIONS_URL',
  '/oauth': 'INTEGRATIONS_URL',
  '/billable-products': 'BILLING_URL',
  '/stripe': 'BILLING_URL',
  '/organization-billing': 'BILLING_URL',
  '/admin/billing': 'BILLING_URL',
  '/events': 'EVENTS_URL',
  '/audit': 'EVENTS_URL',
  '/ingest': 'EVENTS_DOORS_URL',
  '/socket.io': 'EVENTS_LIVE_URL',
  '/episodes': 'ALERTS_URL',
  '/silence': 'ALERTS_URL',
  '/trouble': 'ALERTS_URL',
  '/channels': 'ALERTS_URL',
  '/rules': 'ALERTS_URL',
  '/maintenance': 'ALERTS_URL',
  '/notices': 'ALERTS_URL',
  '/deliveries': 'ALERTS_URL',
  '/dead-letters/identity': 'IDENTITY_URL',
  '/dead-letters/orgs': 'ORGS_URL',
  '/dead-letters/integrations': 'INTEGRATIONS_URL',
  '/dead-letters/billing': 'BILLING_URL',
  '/dead-letters/alerts': 'ALERTS_URL',
  '/alerts/socket.io': 'ALERTS_URL',
} as const;

type ServiceUrl = (typeof SERVICE_OF_PREFIX)[keyof typeof SERVICE_OF_PREFIX];

/** The path prefixes that the gateway forwards. */
export const SERVICE_PREFIXES = Object.keys(SERVICE_OF_PREFIX);

/** Every service behind the gateway. */
export const SERVICE_URLS: readonly ServiceUrl[] = [...new Set(Object.values(SERVICE_OF_PREFIX))];

/** The URL of a service. A role of the events service without a separate URL uses EVENTS_URL. */
export const addressOf = (config: Pick<GatewayConfig, ServiceUrl>, service: ServiceUrl): string =>
  config[service] ?? config.EVENTS_URL;

const ROUTES = Object.entries(SERVICE_OF_PREFIX).toSorted(([a], [b]) => b.length - a.length);

/** Whether the path serves live sockets. The gateway rejects upgrades on all other paths. */
export const isLive = (path: string): boolean => /^(\/alerts)?\/socket\.io(\/|$)/.test(path);

/** The service of a path (without query), or null for an unknown path. */
export function serviceOf(path: string): ServiceUrl | null {
  const route = ROUTES.find(([prefix]) => path === prefix || path.startsWith(`${prefix}/`));
  return route ? route[1] : null;
}
