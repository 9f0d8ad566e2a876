import { z } from 'zod/mini';

/** Records that crashed processes of the events service. Compacted; key = {@link quarantineKey}. */
export const QUARANTINE_TOPIC = 'events.quarantine.v1';

/**
 * A record that the events service rejects without decoding it. `at`: when the record was quarantined. A record that arrived later at the
 * same offset is not affected, because a recreated topic reuses offsets.
 */
export const QuarantinedRecord = z.object({
  topic: z.string().check(z.minLength(1), z.maxLength(249)),
  partition: z.number().check(z.int(), z.minimum(0)),
  offset: z.number().check(z.int(), z.minimum(0)),
  reason: z.string().check(z.maxLength(500)),
  at: z.iso.datetime({ precision: 3 }),
});
export type QuarantinedRecord = z.infer<typeof QuarantinedRecord>;

export const quarantineKey = ({
  topic,
  partition,
  offset,
}: Pick<QuarantinedRecord, 'topic' | 'partition' | 'offset'>): string => `${topic}/${partition}/${offset}`;
