import { defineEntity, p } from '@mikro-orm/core';
import { USERTYPES } from '@portico/contracts/common/roles';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.integer().primary().autoincrement(false),
    name: p.text(),
    email: p.text(),
    usertype: p.enum(USERTYPES),
    /** The version of the user at which a claim of the user's tokens last changed. */
    accessVersion: p.integer(),
    version: p.integer(),
    deletedAt: p.datetime(3).nullable(),
  },
});

/** This service's copy of a user, from `identity.user.v1`. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
