import { defineEntity, p } from '@mikro-orm/core';
import { Mapping } from '@portico/contracts/events/mapping';
import { type Quota, TRUSTS } from '@portico/contracts/common/trust';
import type { IntegrationState } from '@portico/contracts/events/integrations';
import { INTEGRATION_TYPES, type Integration as IntegrationRow } from '@portico/contracts/http/integrations';
import { searchIndex, searchText } from '@portico/postgres';

/** Unique index on names, ignoring case: per organization, and among integrations without an organization. */
export const UNIQUE_NAME =
  'create unique index "integrations_name_unique" on "integrations" (coalesce("organization_id", 0), lower("name"))';

const IntegrationSchema = defineEntity({
  name: 'Integration',
  tableName: 'integrations',
  properties: {
    id: p.integer().primary().autoincrement(),
    name: p.text(),
    displayName: p.text().nullable(),
    externalRefId: p.text().nullable(),
    description: p.text().nullable(),
    instanceUrl: p.text().nullable(),
    active: p.boolean().default(true),
    integrationType: p.enum(INTEGRATION_TYPES).default('other'),
    accountId: p.text().nullable(),
    region: p.text().nullable(),
    /** Id of an organization in orgs. There is no foreign key, because the local copy of organizations may lag. */
    organizationId: p.integer().nullable(),
    trust: p.enum(TRUSTS).default('observe'),
    /** `eventsPerMinute` and `bytesPerDay` are the quotas of events over HTTP and over the integration's own topic. */
    eventsPerMinute: p.integer(),
    bytesPerDay: p.bigint('number'),
    hasDoor: p.boolean().default(false),
    episodesBySubject: p.boolean().default(false),
    /** The mapping of webhooks and CloudEvents as JSON text. */
    mapping: p.text().nullable(),
    version: p.integer().default(1),
    createdAt: p.datetime(3).defaultRaw('now()'),
    searchText: p.text().collation('C').generated(searchText('name', 'display_name')).lazy().nullable(),
  },
  indexes: [{ name: 'integrations_search_index', expression: searchIndex('integrations') }],
  uniques: [{ name: 'integrations_name_unique', expression: UNIQUE_NAME }],
});

export class Integration extends IntegrationSchema.class {
  /** @param organizationName - null if the organization is deleted or not yet known to this service. */
  toRow(organizationName: string | null): IntegrationRow {
    const organizationId = this.organizationId ?? null;
    return {
      id: this.id,
      name: this.name,
      displayName: this.displayName ?? null,
      externalRefId: this.externalRefId ?? null,
      description: this.description ?? null,
      instanceUrl: this.instanceUrl ?? null,
      active: this.active,
      integrationType: this.integrationType,
      accountId: this.accountId ?? null,
      region: this.region ?? null,
      organizationId,
      organization:
        organizationId !== null && organizationName !== null ? { id: organizationId, name: organizationName } : null,
      trust: this.trust,
      quota: this.quota(),
      createdAt: this.createdAt.toISOString(),
    };
  }

  quota(): Quota {
    return { eventsPerMinute: this.eventsPerMinute, bytesPerDay: this.bytesPerDay };
  }

  readMapping(): Mapping | null {
    return this.mapping ? Mapping.parse(JSON.parse(this.mapping)) : null;
  }

  toState(deletedAt: Date | null = null): IntegrationState {
    const { id, version, name, active, trust, hasDoor, episodesBySubject } = this;
    return {
      id,
      version,
      name,
      active,
      trust,
      hasDoor,
      episodesBySubject,
      quota: this.quota(),
      ...(this.mapping && { mapping: this.readMapping() ?? {} }),
      organizationId: this.organizationId ?? null,
      deletedAt: deletedAt?.toISOString() ?? null,
    };
  }
}
IntegrationSchema.setClass(Integration);
