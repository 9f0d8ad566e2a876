import { defineEntity, p } from '@mikro-orm/core';

const HandoverSchema = defineEntity({
  name: 'Handover',
  tableName: 'handovers',
  properties: {
    /** Of its notices. */
    subject: p.text().primary(),
    version: p.integer(),
    needsOwnerSince: p.datetime(3).nullable(),
    deletedAt: p.datetime(3).nullable(),
  },
});

/** What is known here of a key or shared view that needs a new owner, or needed one: who may take it over is asked once. */
export class Handover extends HandoverSchema.class {}
HandoverSchema.setClass(Handover);
