import { defineEntity, p } from '@mikro-orm/core';

const DeploymentSchema = defineEntity({
  name: 'Deployment',
  tableName: 'deployment',
  properties: {
    /** Always 1, because the table has only one row. */
    id: p.integer().primary().autoincrement(false),
    deploymentId: p.text(),
  },
});

/** The identity of this database among the databases that share a Stripe account. */
export class Deployment extends DeploymentSchema.class {}
DeploymentSchema.setClass(Deployment);
