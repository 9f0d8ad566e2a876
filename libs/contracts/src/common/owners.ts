import { z } from 'zod/mini';
import { Id } from './ids.ts';

/** To whom channels and rules belong: administrators together, the managers of an organization, or one person. */
export const OWNER_KINDS = ['product', 'organization', 'user'] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

/** `organizationId` when the owner is an organization; a user is always the caller. */
export const OwnerFields = {
  owner: z._default(z.enum(OWNER_KINDS), 'user'),
  organizationId: z._default(z.nullable(Id), null),
} as const;

/** Of a list: absent are all owners of which the caller may see something. */
export const OwnerQuery = z.object({
  owner: z.optional(z.enum(OWNER_KINDS)),
  organization: z.optional(z.pipe(z.coerce.number(), Id)),
});
export type OwnerQuery = z.infer<typeof OwnerQuery>;

/** As it is answered. `organization` is its name. `mayChange`: whether the caller may change what is owned. */
export const Owned = z.object({
  owner: z.enum(OWNER_KINDS),
  organizationId: z.nullable(Id),
  organization: z.nullable(z.string()),
  mayChange: z.boolean(),
});
