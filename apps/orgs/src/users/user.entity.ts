import { defineEntity, p } from '@mikro-orm/core';
import { USERTYPES } from '@portico/contracts/common/roles';
import type { UserOrganization } from '@portico/contracts/http/orgs';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.integer().primary().autoincrement(false),
    /** Null while this service knows only the user's id. The next two columns are then null too. */
    name: p.text().nullable(),
    email: p.text().nullable(),
    usertype: p.enum(USERTYPES).nullable(),
    /** Version of the user's state from identity; 0 before the first state. */
    version: p.integer(),
    deletedAt: p.datetime(3).nullable(),
  },
});

/**
 * This service's copy of users, from `identity.user.v1`. Deleted users stay, so that neither a late state nor an unexpired token
 * restores them.
 */
export class User extends UserSchema.class {
  /** Returns null while only the user's id is known. */
  toRow(): UserOrganization['user'] {
    const { id, name, email, usertype } = this;
    return name && email && usertype ? { id, name, email, usertype } : null;
  }
}
UserSchema.setClass(User);
