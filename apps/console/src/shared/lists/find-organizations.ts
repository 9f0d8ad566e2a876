import type { ApiClient } from '@portico/api-client';
import { listOrganizations } from '@portico/contracts/http/orgs';

const LIMIT = 10;
/** The specification's path of the search dropdown has a trailing slash; services accept both. */
const searchOrganizations = { ...listOrganizations, path: '/organizations/' } as const;

/** Returns the first ten organizations that match. Non-admins get none for fewer than two letters. */
export const findOrganizations = (api: ApiClient) => async (search: string, signal: AbortSignal) => {
  const { data } = await api.call(searchOrganizations, { query: { search, limit: LIMIT, offset: 0 }, signal });
  return data.map(({ id, name }) => ({ id, text: name }));
};
