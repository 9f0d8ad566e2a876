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

/** Days within which another person may take over what somebody is not allowed to be responsible for any more. */
export const NEW_OWNER_DAYS = 7;

/** Who is responsible for something; the name is null when the service does not know the account. */
export const Responsible = z.object({ id: Id, name: z.nullable(z.string()) });
export type Responsible = z.infer<typeof Responsible>;

/**
 * As it is answered. `organization` is its name. `mayChange`: whether the caller may change what is owned, or take it over.
 * `needsOwnerSince`: when the responsible person lost the right to be; until another takes it over it does nothing, and after
 * {@link NEW_OWNER_DAYS} days it is deleted. Null while it works.
 */
export const Owned = z.object({
  owner: z.enum(OWNER_KINDS),
  organizationId: z.nullable(Id),
  organization: z.nullable(z.string()),
  mayChange: z.boolean(),
  responsible: Responsible,
  needsOwnerSince: z.nullable(z.string()),
});
export type Owned = z.infer<typeof Owned>;
