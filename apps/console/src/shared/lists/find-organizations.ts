import type { ApiClient } from '@portico/api-client';
import { listOrganizations } from '@portico/contracts/http/orgs';

const LIMIT = 10;
/** The specification's path for this search has a trailing slash. Services accept the path with and without the slash. */
const searchOrganizations = { ...listOrganizations, path: '/organizations/' } as const;

/** Returns the first ten organizations that match. Non-admins get an empty list for fewer than two letters. */
export const findOrganizations = (api: ApiClient) => async (search: string, signal: AbortSignal) => {
  const { data } = await api.call(searchOrganizations, { query: { search, limit: LIMIT, offset: 0 }, signal });
  return data.map(({ id, name }) => ({ id, text: name }));
};
