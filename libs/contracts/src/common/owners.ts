import { z } from 'zod/mini';
import { Id, IdText } from './ids.ts';

/** Who owns channels and rules: all administrators, the managers of an organization, or one person. */
export const OWNER_KINDS = ['product', 'organization', 'user'] as const;
export type OwnerKind = (typeof OWNER_KINDS)[number];

/** `organizationId` is required if the owner is an organization. If the owner is a user, the owner is the caller. */
export const OwnerFields = {
  owner: z._default(z.enum(OWNER_KINDS), 'user'),
  organizationId: z._default(z.nullable(Id), null),
} as const;

/** Filters a list by owner. Without this filter the list contains the rows of all owners that the caller may see. */
export const OwnerQuery = z.object({
  owner: z.optional(z.enum(OWNER_KINDS)),
  organization: z.optional(IdText),
});
export type OwnerQuery = z.infer<typeof OwnerQuery>;

/**
 * Days for which a row without a valid responsible person waits until another person takes it over. Portico then deletes the row, or
 * revokes a key.
 */
export const NEW_OWNER_DAYS = 7;

/** The responsible person. The name is null if the service does not know the account. */
export const Responsible = z.object({ id: Id, name: z.nullable(z.string()) });
export type Responsible = z.infer<typeof Responsible>;

/** Ownership in responses. */
export const Owned = z.object({
  owner: z.enum(OWNER_KINDS),
  organizationId: z.nullable(Id),
  /** The organization's name. */
  organization: z.nullable(z.string()),
  /** Whether the caller may change the row or take it over. */
  mayChange: z.boolean(),
  responsible: Responsible,
  /**
   * When the responsible person lost the right to the row; null while the row is active. The row is inactive until another person takes it
   * over, and deleted after {@link NEW_OWNER_DAYS} days.
   */
  needsOwnerSince: z.nullable(z.string()),
});
export type Owned = z.infer<typeof Owned>;
