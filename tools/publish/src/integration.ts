import { createApiClient } from '@portico/api-client';
import { fold } from '@portico/contracts/common/fold';
import { listIntegrations } from '@portico/contracts/http/integrations';
import type { Target } from './environment.ts';
import type { Source } from './flags.ts';
import { UsageError } from './usage-error.ts';

/** The publishing integration. `name` is undefined if the flags contain ids instead of a name. */
export type Publisher = { sourceId: number; organizationId: number; name: string | undefined };

/**
 * Finds the integration with this name, ignoring case. Ids are returned without a request.
 * @throws UsageError if not exactly one integration has this name, or it cannot publish; ApiError if the API rejects the request.
 */
export const resolveSource = async (source: Source, { api, token }: Target): Promise<Publisher> => {
  if (!('name' in source)) return { ...source, name: undefined };
  const { name } = source;
  const bearer = await token();
  const client = createApiClient({ baseUrl: api, token: () => bearer });
  const { data } = await client.call(listIntegrations, { query: { search: name, limit: 100 } });
  const [found, ...others] = data.filter((row) => fold(row.name) === fold(name));
  if (!found) {
    const similar = data.map((row) => row.name).slice(0, 5);
    throw new UsageError(
      `No integration is named '${name}'.${similar.length ? ` Similar: ${similar.join(', ')}.` : ''}`,
    );
  }
  if (others.length > 0) {
    const choices = [found, ...others].map(
      ({ id, organization }) => `${id} of ${organization?.name ?? 'no organization'}`,
    );
    throw new UsageError(
      `Several integrations are named '${name}' (${choices.join(', ')}): use --source-id and --organization-id.`,
    );
  }
  if (found.organizationId === null) throw new UsageError(`The integration '${name}' belongs to no organization yet.`);
  if (!found.active) throw new UsageError(`The integration '${name}' is not active: its events would be rejected.`);
  return { sourceId: found.id, organizationId: found.organizationId, name: found.name };
};
