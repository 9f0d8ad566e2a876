import { defineEntity, p } from '@mikro-orm/core';

const BindingSchema = defineEntity({
  name: 'Binding',
  tableName: 'bindings',
  properties: {
    /** The `iss` claim of the provider's tokens. */
    issuer: p.text().primary(),
    /** The `sub` claim of the provider's tokens, which is unique at this issuer and never reassigned. */
    subject: p.text().primary(),
    userId: p.integer(),
    email: p.text(),
    boundAt: p.datetime(3).defaultRaw('now()'),
    /** Time of the last sign-on, to the minute; null if the account has not signed on since this column was added. */
    signedOnAt: p.datetime(3).nullable(),
  },
  uniques: [{ name: 'bindings_user_unique', properties: ['userId', 'issuer'] }],
});

/** Binds an account to one subject of an OpenID provider. The binding stays when the account's e-mail changes. */
export class Binding extends BindingSchema.class {}
BindingSchema.setClass(Binding);
