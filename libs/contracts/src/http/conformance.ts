import { z } from 'zod/mini';
import { IdParams } from '../common/ids.ts';
import { COUNTS_ONLY, endpoint } from './endpoint.ts';
import { PeriodQuery } from './event-health.ts';

/** An event is on time that arrives at most so long after its `timestamp`. */
export const ON_TIME_SECONDS = 60;
/** Most event names of one answer. */
export const MAX_CONFORMANCE_NAMES = 100;

const Count = z.int().check(z.minimum(0));

/**
 * How well an integration keeps to the contract, of what arrived from `from` up to `to`. `accepted`: events that are listed.
 * `published`: these, and what was rejected and never listed: each id once, what has no readable id by its bytes; so is what used
 * an id again that was another event's. Of rejected events those count that the caller may see. `onTime`: of the accepted, how
 * many arrived at most {@link ON_TIME_SECONDS} after their `timestamp`. `shared`: of the accepted, how many came over the shared
 * topic, and when the first of them arrived. `names`: event names of the accepted, the most frequent first; `others`: how many
 * further names there are. Null: more would have to be read for it than is read.
 */
export const Conformance = z.object({
  from: z.string(),
  to: z.string(),
  accepted: z.nullable(Count),
  published: z.nullable(Count),
  onTime: z.nullable(Count),
  shared: z.nullable(z.object({ count: Count, first_at: z.nullable(z.string()) })),
  names: z.nullable(
    z.array(z.object({ event_name: z.string(), count: Count })).check(z.maxLength(MAX_CONFORMANCE_NAMES)),
  ),
  others: z.nullable(Count),
});
export type Conformance = z.infer<typeof Conformance>;

export const getConformance = endpoint({
  method: 'GET',
  path: '/events/integrations/{id}/conformance',
  audit: COUNTS_ONLY,
  summary:
    'How much of what an integration published in a period is accepted and on time, for its publishers, operators and managers of its organization, and administrators',
  params: IdParams,
  query: PeriodQuery,
  response: Conformance,
});
