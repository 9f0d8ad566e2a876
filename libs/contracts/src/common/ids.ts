import { z } from 'zod/mini';
import { should } from './wording.ts';

/** Ids of users, organizations and integrations: PostgreSQL integers. */
export const Id = z.int().check(z.positive(), z.maximum(2_147_483_647));
/** The same as a path parameter. */
export const IdParams = z.object({ id: z.pipe(z.coerce.number(), Id) });
export type IdParams = z.infer<typeof IdParams>;

/** A moment: ISO 8601 with an offset, as sent; stored and answered in UTC with milliseconds. */
export const Moment = z.iso.datetime({ offset: true, error: should('be an ISO 8601 date and time with an offset') });
