import { defineEntity, p } from '@mikro-orm/core';

const BindingSchema = defineEntity({
  name: 'Binding',
  tableName: 'bindings',
  properties: {
    /** The provider, as its tokens name it. */
    issuer: p.text().primary(),
    /** `sub` of its tokens: unique at this issuer, never given to another person. */
    subject: p.text().primary(),
    userId: p.integer(),
    /** The address that the provider said last. */
    email: p.text(),
    boundAt: p.datetime(3).defaultRaw('now()'),
    /** To a minute; null until the first sign-on since the column is there. */
    signedOnAt: p.datetime(3).nullable(),
  },
  uniques: [{ name: 'bindings_user_unique', properties: ['userId', 'issuer'] }],
});

/** An account belongs to one subject of an OpenID provider, whatever its e-mail address is later. */
export class Binding extends BindingSchema.class {}
BindingSchema.setClass(Binding);
