import { z } from 'zod';
import { Storable } from './fields.ts';

/** Largest page that a list answers. */
export const MAX_LIMIT = 100;
/** Page size of the admin lists and of the event list. */
export const PAGE_SIZE = 10;

/** @param maxLimit largest page that the list answers */
export const paging = (maxLimit: number) =>
  z.object({
    limit: z.coerce.number().int().min(1).max(maxLimit).default(PAGE_SIZE),
    offset: z.coerce.number().int().min(0).default(0),
  });
export const Paging = paging(MAX_LIMIT);
export type Paging = z.infer<typeof Paging>;

/** Query of every generic list: `search` is matched case-insensitively as a substring. */
export const ListQuery = Paging.extend({ search: Storable.trim().max(200).optional() });
export type ListQuery = z.infer<typeof ListQuery>;

/** Answer of every list: one page, and how many rows match in all. */
export const page = <Row extends z.ZodType>(row: Row) => z.object({ data: z.array(row), count: z.int().min(0) });
export type Page<Row> = { data: Row[]; count: number };
