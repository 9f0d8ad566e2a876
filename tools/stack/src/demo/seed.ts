import type { ApiClient } from '@portico/api-client';
import { MAX_LIMIT } from '@portico/contracts/common/page';
import { createIntegration, listIntegrations } from '@portico/contracts/http/integrations';
import { createOrganization, listOrganizations, listOwnMemberships } from '@portico/contracts/http/orgs';
import type { Player } from './event-source.ts';
import { CLIENT_ORGANIZATION, kindOf, ORGANIZATIONS } from './organizations.ts';
import type { SceneOrganization } from './organizations.ts';

/** The id of the client's own organization; its creator becomes its approved member. */
const ownOrganization = async (client: ApiClient): Promise<number> => {
  const { profile } = CLIENT_ORGANIZATION;
  const { data } = await client.call(listOwnMemberships);
  const own = data.find(({ organization }) => organization.name === profile.name);
  return own?.organization.id ?? (await client.call(createOrganization, { body: profile })).id;
};

const organizationOf = async (superAdmin: ApiClient, { profile }: SceneOrganization): Promise<number> => {
  const { data } = await superAdmin.call(listOrganizations, { query: { search: profile.name, limit: MAX_LIMIT } });
  const known = data.find(({ name }) => name === profile.name);
  return known?.id ?? (await superAdmin.call(createOrganization, { body: profile })).id;
};

const seedIntegrations = async (
  superAdmin: ApiClient,
  { integrations }: SceneOrganization,
  organizationId: number,
): Promise<void> => {
  for (const { kind: _, ...fields } of integrations) {
    const { data } = await superAdmin.call(listIntegrations, { query: { search: fields.name, limit: MAX_LIMIT } });
    if (data.some(({ name }) => name === fields.name)) continue;
    await superAdmin.call(createIntegration, { body: { ...fields, organizationId } });
  }
};

/** Makes the demo's organizations and integrations where they are missing. Doing it again changes nothing. */
export const seedScene = async (superAdmin: ApiClient, client: ApiClient): Promise<void> => {
  await seedIntegrations(superAdmin, CLIENT_ORGANIZATION, await ownOrganization(client));
  for (const organization of ORGANIZATIONS)
    await seedIntegrations(superAdmin, organization, await organizationOf(superAdmin, organization));
};

/** The demo's integrations that can publish now: not those that someone has deleted, switched off or unassigned. */
export const findPlayers = async (superAdmin: ApiClient): Promise<Player[]> => {
  const players: Player[] = [];
  for (let offset = 0; ; offset += MAX_LIMIT) {
    const { data, count } = await superAdmin.call(listIntegrations, { query: { limit: MAX_LIMIT, offset } });
    for (const { id, name, active, organizationId } of data) {
      const kind = kindOf(name);
      if (kind && active && organizationId !== null) players.push({ sourceId: id, organizationId, kind });
    }
    if (offset + MAX_LIMIT >= count) return players;
  }
};
