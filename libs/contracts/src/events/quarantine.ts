import { z } from 'zod/mini';

/** Records that crashed processes of the events service. Compacted; key = {@link quarantineKey}. */
export const QUARANTINE_TOPIC = 'events.quarantine.v1';

/**
 * A record that is rejected with its bytes instead of being decoded. `at`: the record's arrival; a record with a later arrival is a
 * different record.
 */
export const QuarantinedRecord = z.object({
  topic: z.string().check(z.minLength(1), z.maxLength(249)),
  partition: z.number().check(z.int(), z.minimum(0)),
  offset: z.number().check(z.int(), z.minimum(0)),
  reason: z.string().check(z.maxLength(500)),
  at: z.iso.datetime({ precision: 3 }),
});
export type QuarantinedRecord = z.infer<typeof QuarantinedRecord>;

/** The key of a quarantined record: `topic/partition/offset`. */
export const quarantineKey = ({
  topic,
  partition,
  offset,
}: Pick<QuarantinedRecord, 'topic' | 'partition' | 'offset'>): string => `${topic}/${partition}/${offset}`;
