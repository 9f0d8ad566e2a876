import { createPublisher, type NewEvent, type Rejection } from '@portico/publisher';
import type { EventFlags, Ids } from './flags.ts';
import { paced } from './pace.ts';
import { toNewEvent } from './publish.ts';

type Door = {
  url: string;
  key: string;
  /** Ids from the flags. If given, they must match the integration of the key. */
  source: Ids | undefined;
};

/** Milliseconds for a batch, including retries. The time is short, because a person waits at the terminal. */
const TIMEOUT_MS = 20_000;

/**
 * Publishes as many events as the flags request, at their rate.
 * @returns one line about the result.
 * @throws ConfigurationError for an invalid url or key, PublishError without a response, RejectedEvents.
 */
export const publishOverHttp = async (flags: EventFlags, { url, key, source }: Door): Promise<string> => {
  const startedAt = performance.now();
  const publisher = createPublisher({ url, key, lingerMs: 0, deliveryTimeoutMs: TIMEOUT_MS });
  const ids = source && { source_id: source.sourceId, organization_id: source.organizationId };
  const rejected: Rejection[] = [];
  let last = '';
  try {
    for await (const count of paced(flags)) {
      const events = Array.from({ length: count }, () => ({ ...toNewEvent(flags), ...ids }) satisfies NewEvent);
      rejected.push(...(await publisher.publish(events)).rejected);
      last = events.at(-1)?.id ?? '';
    }
  } finally {
    await publisher.close();
  }
  const [first] = rejected;
  if (first) throw new RejectedEvents(flags.count, rejected.length, first);
  if (flags.count === 1) return `published ${last} · accepted`;
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
  return `published ${flags.count} events · all accepted · ${seconds} s`;
};

/** Portico rejected some events. The message is one line. */
class RejectedEvents extends Error {
  constructor(count: number, rejected: number, { id, code, reason, pointer }: Rejection) {
    super(`${rejected} of ${count} rejected. ${id}: ${code}${pointer && ` at ${pointer}`}: ${reason}`);
  }
}
