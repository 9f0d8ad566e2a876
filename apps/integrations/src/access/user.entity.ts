import { defineEntity, p } from '@mikro-orm/core';

/** Index of users by e-mail, because publishers are identified by e-mail. */
export const EMAIL_INDEX = 'create index "users_email_index" on "users" (lower("email"))';

const UserSchema = defineEntity({
  name: 'User',
  tableName: 'users',
  properties: {
    id: p.integer().primary().autoincrement(false),
    name: p.text(),
    email: p.text(),
    /** Null until the service reads the type from the topic, because the previous release did not store it. */
    usertype: p.text().nullable(),
    version: p.integer(),
    deletedAt: p.datetime(3).nullable(),
  },
  indexes: [{ name: 'users_email_index', expression: EMAIL_INDEX }],
});

/** This service's copy of a user's displayed data, from `identity.user.v1`. */
export class User extends UserSchema.class {}
UserSchema.setClass(User);
