import { identityOf, type Rejection } from '@portico/contracts/events/integration-event';
import type { RedriveCorrection, RedriveOutcome } from '@portico/contracts/http/redrives';
import { withoutMark } from '../judge/byte-order-mark.ts';
import type { Verdict } from '../judge/accept.ts';
import { type Correction, type Publication, senderOfRow } from '../rejected/publication.service.ts';
import { StoredHeaders, type StoredRejected } from '../rejected/rejected.query.ts';
import { correctText } from './correct-text.ts';
import { Inapplicable } from './patch-text.ts';

/**
 * The predicted result for one rejected event. `before`: the text as published. `after`: the corrected text. Both are null if they were not
 * computed.
 */
export type Planned = {
  row: StoredRejected;
  outcome: Exclude<RedriveOutcome, 'sending'>;
  before: string | null;
  after: string | null;
  /** The rejection that the corrected event would get; null for other outcomes. A conflict has only a `reason`. */
  rejection: Rejection | null;
  reason: string | null;
  publication: Publication | null;
};

/**
 * `listed`: identities in the list of events. `taken`: identities that this run publishes; `plan` adds the identity of each publication.
 */
type Surroundings = {
  judge: (correction: Correction) => Verdict;
  listed: ReadonlySet<string>;
  taken: Set<string>;
};

/** Returns the publisher's headers. Omits Portico's headers, because they describe the rejected publication. */
const headersOf = ({ headers }: StoredRejected): Record<string, string> =>
  Object.fromEntries(
    Object.entries(StoredHeaders.parse(JSON.parse(headers))).filter(([name]) => !name.startsWith('portico-')),
  );

const identity = ({ source_id, event_id }: StoredRejected): string => identityOf({ source_id, id: event_id });

function textOf({ value, size }: StoredRejected): string {
  const bytes = Buffer.from(value, 'base64');
  if (bytes.length !== size) throw new Inapplicable('Portico stored only the beginning of the event');
  const text = withoutMark(bytes).toString();
  if (!withoutMark(bytes).equals(Buffer.from(text))) throw new Inapplicable('The event is not UTF-8 text');
  return text;
}

const isEmpty = (correction: RedriveCorrection): boolean => Array.isArray(correction) && correction.length === 0;

/**
 * The number of bytes that {@link plan} processes for an event: the published text, the same text again for each operation, and the
 * corrected text.
 */
export const costOf = ({ row, after }: Planned, correction: RedriveCorrection): number =>
  row.value.length * (Array.isArray(correction) ? correction.length + 1 : 2) + (after?.length ?? 0);

export function plan(row: StoredRejected, correction: RedriveCorrection, surroundings: Surroundings): Planned {
  const planned: Planned = {
    row,
    outcome: 'conflict',
    before: null,
    after: null,
    rejection: null,
    reason: null,
    publication: null,
  };
  if (row.event_id !== '' && surroundings.listed.has(identity(row))) return { ...planned, outcome: 'listed' };
  try {
    planned.before = textOf(row);
    planned.after = correctText(planned.before, correction);
  } catch (error) {
    if (!(error instanceof Inapplicable)) throw error;
    return { ...planned, reason: error.message };
  }
  if (planned.after === planned.before && !isEmpty(correction)) return { ...planned, outcome: 'unchanged' };
  return decide(
    planned,
    { value: Buffer.from(planned.after), headers: headersOf(row), sender: senderOfRow(row) },
    surroundings,
  );
}

function decide(planned: Planned, correction: Correction, { judge, taken }: Surroundings): Planned {
  const { row } = planned;
  const verdict = judge(correction);
  if (!verdict.ok) {
    const { rejection } = verdict;
    return { ...planned, outcome: 'rejected', rejection, reason: rejection.reason };
  }
  if (row.event_id === '')
    return { ...planned, reason: 'The event has no readable id, and a correction cannot add one' };
  if (identityOf(verdict.event) !== identity(row))
    return { ...planned, reason: 'A correction cannot change the id or the integration of the event' };
  if (taken.has(identity(row))) return { ...planned, reason: 'Another event of this run has the same id' };
  taken.add(identity(row));
  return { ...planned, outcome: 'published', publication: { ...correction, accepted: verdict } };
}
