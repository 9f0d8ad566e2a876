import type { ApiClient } from '@portico/api-client';
import { listOrganizations } from '@portico/contracts/http/orgs';

const LIMIT = 10;

/** The first ten organizations that a search finds. Who is no administrator finds none with less than two letters. */
export const findOrganizations = (api: ApiClient) => async (search: string, signal: AbortSignal) => {
  const { data } = await api.call(listOrganizations, { query: { search, limit: LIMIT, offset: 0 }, signal });
  return data.map(({ id, name }) => ({ id, text: name }));
};
