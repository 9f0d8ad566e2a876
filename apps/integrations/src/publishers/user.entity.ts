import { defineEntity, p } from '@mikro-orm/core';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.integer().primary().autoincrement(false),
    name: p.text(),
    email: p.text(),
    version: p.integer(),
    deletedAt: p.datetime(3).nullable(),
  },
});

/** This service's copy of what it shows of a user, followed from `identity.user.v1`. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
