import { defineEntity, p } from '@mikro-orm/core';

const HandoverSchema = defineEntity({
  name: 'Handover',
  tableName: 'handovers',
  properties: {
    subject: p.text().primary(),
    version: p.integer(),
    needsOwnerSince: p.datetime(3).nullable(),
    deletedAt: p.datetime(3).nullable(),
  },
});

/** A key or shared view of another service that needs or needed a new owner. Portico asks the possible owners once. */
export class Handover extends HandoverSchema.class {}
HandoverSchema.setClass(Handover);
