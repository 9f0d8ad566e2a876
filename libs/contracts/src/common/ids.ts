import { z } from 'zod/mini';
import { hasDotSegment, NO_DOT_SEGMENT } from './dot-segments.ts';
import { should } from './wording.ts';

/** Ids of users, organizations and integrations: PostgreSQL integers. */
export const Id = z.int().check(z.positive(), z.maximum(2_147_483_647));
/** An id as text, in a path or a query. */
export const IdText = z.pipe(z.coerce.number(), Id);
/** Ids in a query, separated by commas. */
export const idList = (max: number) =>
  z.pipe(
    z.transform((value) => (typeof value === 'string' ? value.split(',').map(Number) : value)),
    z.array(Id).check(z.minLength(1), z.maxLength(max)),
  );
/** An id as a path parameter. */
export const IdParams = z.object({ id: IdText });
export type IdParams = z.infer<typeof IdParams>;
/** Free text as a path parameter. */
export const pathText = (text: z.ZodMiniString) =>
  text.check(z.refine((value) => !hasDotSegment(value), { error: should(NO_DOT_SEGMENT) }));

/** `true` or `false` in a query. */
export const QueryBoolean = z.pipe(
  z.transform((value) => (value === 'true' ? true : value === 'false' ? false : value)),
  z.boolean(),
);

export const Count = z.int().check(z.minimum(0));

/** A timestamp. Requests use ISO 8601 with an offset; Portico stores and returns UTC with milliseconds. */
export const Moment = z.iso.datetime({ offset: true, error: should('be an ISO 8601 date and time with an offset') });
