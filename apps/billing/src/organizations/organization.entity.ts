import { defineEntity, p } from '@mikro-orm/core';

const OrganizationSchema = defineEntity({
  name: 'Organization',
  tableName: 'organizations',
  properties: {
    id: p.integer().primary().autoincrement(false),
    name: p.text(),
    version: p.integer(),
    deletedAt: p.datetime(3).nullable(),
  },
});

/** This service's copy of the organization data that it shows, from `orgs.organization.v1`. */
export class Organization extends OrganizationSchema.class {}
OrganizationSchema.setClass(Organization);
