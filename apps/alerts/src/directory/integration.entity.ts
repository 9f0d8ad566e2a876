import { defineEntity, p } from '@mikro-orm/core';

const IntegrationSchema = defineEntity({
  name: 'Integration',
  tableName: 'integrations',
  properties: {
    id: p.integer().primary().autoincrement(false),
    name: p.text(),
    active: p.boolean(),
    organizationId: p.integer().nullable(),
    episodesBySubject: p.boolean().default(false),
    version: p.integer(),
    deletedAt: p.datetime(3).nullable(),
  },
});

/** This service's copy of an integration's displayed data, from `integrations.integration.v1`. */
export class Integration extends IntegrationSchema.class {}
IntegrationSchema.setClass(Integration);
