import { defineEntity, p } from '@mikro-orm/core';

const BindingSchema = defineEntity({
  name: 'Binding',
  tableName: 'bindings',
  properties: {
    /** The provider's issuer in its tokens. */
    issuer: p.text().primary(),
    /** `sub` of its tokens: unique at this issuer, and never reassigned. */
    subject: p.text().primary(),
    userId: p.integer(),
    /** The latest address from the provider. */
    email: p.text(),
    boundAt: p.datetime(3).defaultRaw('now()'),
    /** To the minute; null until the first sign-on since the column exists. */
    signedOnAt: p.datetime(3).nullable(),
  },
  uniques: [{ name: 'bindings_user_unique', properties: ['userId', 'issuer'] }],
});

/** An account belongs to one subject of an OpenID provider, even if its e-mail changes later. */
export class Binding extends BindingSchema.class {}
BindingSchema.setClass(Binding);
