import { z } from 'zod/mini';
import { hasDotSegment, NO_DOT_SEGMENT } from './dot-segments.ts';
import { should } from './wording.ts';

/** Ids of users, organizations and integrations: PostgreSQL integers. */
export const Id = z.int().check(z.positive(), z.maximum(2_147_483_647));
/** An id as a path parameter. */
export const IdParams = z.object({ id: z.pipe(z.coerce.number(), Id) });
export type IdParams = z.infer<typeof IdParams>;
/** Free text as a path parameter. */
export const pathText = (text: z.ZodMiniString) =>
  text.check(z.refine((value) => !hasDotSegment(value), { error: should(NO_DOT_SEGMENT) }));

/** A timestamp. Requests use ISO 8601 with an offset; Portico stores and returns UTC with milliseconds. */
export const Moment = z.iso.datetime({ offset: true, error: should('be an ISO 8601 date and time with an offset') });
