import { z } from 'zod/mini';
import { Count } from './ids.ts';
import { Storable } from './fields.ts';

/** Maximum page size of a list. */
export const MAX_LIMIT = 100;
/** Page size of the admin lists and of the event list. */
export const PAGE_SIZE = 10;

/** @param maxLimit maximum page size of the list */
export const paging = (maxLimit: number) =>
  z.object({
    limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(maxLimit)), PAGE_SIZE),
    offset: z._default(z.coerce.number().check(z.int(), z.minimum(0)), 0),
  });
export const Paging = paging(MAX_LIMIT);
export type Paging = z.infer<typeof Paging>;

/** Query of every generic list: `search` is matched case-insensitively as a substring. */
export const ListQuery = z.extend(Paging, { search: z.optional(Storable.check(z.trim(), z.maxLength(200))) });
export type ListQuery = z.infer<typeof ListQuery>;

/** Response of every list: one page, and the total number of matches. */
export const page = <Row extends z.ZodMiniType>(row: Row) => z.object({ data: z.array(row), count: Count });
export type Page<Row> = { data: Row[]; count: number };
