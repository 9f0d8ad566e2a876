import { isSenderProven, placeOf } from '@portico/contracts/events/position';
import type { EventRow } from '@portico/contracts/http/events';
import type { z } from 'zod';
import { redact, type Redacted } from '@portico/contracts/privacy/redact';
import type { Redaction } from '@portico/contracts/privacy/rules';
import type { Directory, View } from '../directory/directory.ts';
import { rowText } from '../text/row-text.ts';
import { StoredRow } from './schema/columns.ts';
import { columnToIso } from './schema/moments.ts';

/** A row of a list. */
export const ListedEvent = StoredRow.omit({
  search_text: true,
  detail_terms: true,
  identity_hash: true,
  insert_number: true,
  insert_month: true,
});
export type ListedEvent = z.infer<typeof ListedEvent>;

/** Converts a row for callers, with current names and without its details. */
export function toEventRow(listed: ListedEvent, directory: Directory): Omit<EventRow, 'details'> {
  const { kafka_partition, log_epoch, kafka_offset, details: _, timestamp, published_at, stored_at, ...row } = listed;
  return {
    ...row,
    integration: directory.integrationName(row.source_id),
    organization: directory.organizationName(row.organization_id),
    timestamp: columnToIso(timestamp),
    position: { partition: kafka_partition, offset: placeOf(log_epoch, kafka_offset) },
    sender_proven: isSenderProven({ partition: kafka_partition }),
    published_at: columnToIso(published_at),
    stored_at: columnToIso(stored_at),
  };
}

/** Returns the details after redaction. `hidden`: the parts that were hidden. */
export function shown(
  { details, organization_id }: Pick<ListedEvent, 'details' | 'organization_id'>,
  { redactions }: View,
): { details: string; hidden?: string[] } {
  const redaction = redactions.get(organization_id);
  if (redaction === undefined) return { details };
  const redacted = knownOf(redaction).of(details);
  return redacted.hidden.length === 0 ? { details } : redacted;
}

/** Maximum characters of cached redacted details. Beyond it, the cache is cleared. */
const MAX_CHARACTERS = 1_000_000;

/** A cache of redacted details, because the newest rows are requested repeatedly. */
class Known {
  private readonly redacted = new Map<string, Redacted>();
  private characters = 0;

  constructor(private readonly redaction: Redaction) {}

  of(details: string): Redacted {
    const known = this.redacted.get(details);
    if (known) return known;
    if (this.characters > MAX_CHARACTERS) this.redacted.clear();
    this.characters = this.redacted.size === 0 ? details.length : this.characters + details.length;
    const redacted = redact(details, this.redaction);
    this.redacted.set(details, redacted);
    return redacted;
  }
}

const known = new WeakMap<Redaction, Known>();
function knownOf(redaction: Redaction): Known {
  const one = known.get(redaction) ?? new Known(redaction);
  known.set(redaction, one);
  return one;
}

/** An `EventRow` as JSON. */
export function toRowText(listed: ListedEvent, directory: Directory, view: View): string {
  const { details, ...hidden } = shown(listed, view);
  return rowText({ ...toEventRow(listed, directory), ...hidden }, details);
}
