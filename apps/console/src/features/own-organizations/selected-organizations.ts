import type { OrganizationSummary } from '@portico/contracts/http/memberships';
import { storedValue } from '../../shared/storage/stored-value.ts';

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
/** First labels of host names that belong to production. */
const PRODUCTION = ['www', 'app', 'console', 'portal'];

/** Returns `local` for localhost, the subdomain for a host such as `staging.portico.test`, otherwise `prod`. */
export const environmentOf = (hostname: string): string => {
  if (LOCAL_HOSTS.includes(hostname)) return 'local';
  const [first = '', ...rest] = hostname.split('.');
  const isSubdomain = rest.length >= 2 && /^[a-z]/i.test(first) && !PRODUCTION.includes(first);
  return isSubdomain ? first : 'prod';
};

/** Logout removes all keys with this prefix. */
const KEY = `organizations_${environmentOf(window.location.hostname)}`;

/** Ids of the organizations whose events the viewer sees. No ids mean all organizations. */
export const selectedOrganizations = storedValue<readonly number[]>(KEY, (json) =>
  Array.isArray(json) ? json.filter((id) => Number.isSafeInteger(id)) : [],
);

const organizationIn = (json: unknown): OrganizationSummary | null => {
  if (typeof json !== 'object' || json === null || !('id' in json && 'name' in json)) return null;
  const { id, name } = json;
  return typeof id === 'number' && typeof name === 'string' ? { id, name } : null;
};

/**
 * The organization that the viewer pays for or manages, on screens that show only one organization. The browser stores the choice, so that
 * it is the same after a visit to the payment provider's pages.
 */
export const chosenOrganization = storedValue(`${KEY}_chosen`, organizationIn);

export const chooseOrganization = ({ id, name }: OrganizationSummary): void => chosenOrganization.set({ id, name });
