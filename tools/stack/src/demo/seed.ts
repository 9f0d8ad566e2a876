import type { ApiClient } from '@portico/api-client';
import { MAX_LIMIT } from '@portico/contracts/common/page';
import { changeTrust } from '@portico/contracts/http/connect';
import { createIntegration, listIntegrations } from '@portico/contracts/http/integrations';
import { listOwnMemberships } from '@portico/contracts/http/memberships';
import { createOrganization, listOrganizations } from '@portico/contracts/http/orgs';
import type { Source } from './event-source.ts';
import { CLIENT_ORGANIZATION, kindOf, ORGANIZATIONS, type DemoOrganization } from './organizations.ts';

/** Returns the id of the client's organization. Creates it if it is missing, which makes the client an approved member. */
export const ownOrganization = async (client: ApiClient): Promise<number> => {
  const { profile } = CLIENT_ORGANIZATION;
  const { data } = await client.call(listOwnMemberships);
  const own = data.find(({ organization }) => organization.name === profile.name);
  return own?.organization.id ?? (await client.call(createOrganization, { body: profile })).id;
};

const organizationOf = async (superAdmin: ApiClient, { profile }: DemoOrganization): Promise<number> => {
  const { data } = await superAdmin.call(listOrganizations, { query: { search: profile.name, limit: MAX_LIMIT } });
  const known = data.find(({ name }) => name === profile.name);
  return known?.id ?? (await superAdmin.call(createOrganization, { body: profile })).id;
};

const seedIntegrations = async (
  superAdmin: ApiClient,
  { integrations }: DemoOrganization,
  organizationId: number,
): Promise<void> => {
  for (const { kind: _, ...fields } of integrations) {
    const { data } = await superAdmin.call(listIntegrations, { query: { search: fields.name, limit: MAX_LIMIT } });
    const known = data.find(({ name }) => name === fields.name);
    const { id, trust } = known ?? (await superAdmin.call(createIntegration, { body: { ...fields, organizationId } }));
    // With `observe`, events on the shared topic, where the demo publishes, open no episode and end no silence.
    if (trust === 'observe') await superAdmin.call(changeTrust, { params: { id }, body: { trust: 'open' } });
  }
};

export const seedOrganizations = async (superAdmin: ApiClient, client: ApiClient): Promise<void> => {
  await seedIntegrations(superAdmin, CLIENT_ORGANIZATION, await ownOrganization(client));
  for (const organization of ORGANIZATIONS)
    await seedIntegrations(superAdmin, organization, await organizationOf(superAdmin, organization));
};

/** Returns the demo's integrations that can publish now: not deleted, deactivated or unassigned. */
export const findSources = async (superAdmin: ApiClient): Promise<Source[]> => {
  const sources: Source[] = [];
  for (let offset = 0; ; offset += MAX_LIMIT) {
    const { data, count } = await superAdmin.call(listIntegrations, { query: { limit: MAX_LIMIT, offset } });
    for (const { id, name, active, organizationId } of data) {
      const kind = kindOf(name);
      if (kind && active && organizationId !== null) sources.push({ sourceId: id, organizationId, kind });
    }
    if (offset + MAX_LIMIT >= count) return sources;
  }
};
