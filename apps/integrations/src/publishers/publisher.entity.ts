import { defineEntity, p } from '@mikro-orm/core';
import type { PublisherState } from '@portico/contracts/events/integrations';

const PublisherSchema = defineEntity({
  name: 'Publisher',
  tableName: 'publishers',
  properties: {
    id: p.integer().primary().autoincrement(),
    integrationId: p.integer(),
    email: p.text(),
    /** Id of the account with this e-mail; null until there is such an account. */
    userId: p.integer().nullable(),
    version: p.integer().default(1),
    createdAt: p.datetime(3),
  },
  uniques: [{ name: 'publishers_integration_email_unique', properties: ['integrationId', 'email'] }],
  indexes: [
    { name: 'publishers_user_index', properties: ['userId'] },
    { name: 'publishers_email_index', properties: ['email'] },
  ],
});

export class Publisher extends PublisherSchema.class {
  toState(deletedAt: Date | null = null): PublisherState {
    const { id, version, integrationId, userId = null } = this;
    return { id, version, integrationId, userId, deletedAt: deletedAt?.toISOString() ?? null };
  }
}
PublisherSchema.setClass(Publisher);
