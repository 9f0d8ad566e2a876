import { z } from 'zod/mini';
import { Storable, filled } from '../common/fields.ts';
import { IdParams, IdText } from '../common/ids.ts';
import { page, Paging } from '../common/page.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';

/** Services that apply domain events to a database, and store events that they could not apply. */
export const LETTER_SERVICES = ['identity', 'orgs', 'integrations', 'billing', 'alerts'] as const;
export type LetterService = (typeof LETTER_SERVICES)[number];

export const LETTER_STATES = ['waiting', 'replayed', 'dropped'] as const;
export type LetterState = (typeof LETTER_STATES)[number];
const State = z.enum(LETTER_STATES);

/** Maximum length of the reason for a drop. */
export const MAX_DROP_REASON = 500;

/** A domain event that a service could not apply. */
export const DeadLetter = z.object({
  id: IdText,
  service: z.enum(LETTER_SERVICES),
  consumer: z.string(),
  topic: z.string(),
  partition: z.int(),
  offset: z.int(),
  publishedAt: z.string(),
  failedAt: z.string(),
  /** Message of the last failure. */
  reason: z.string(),
  state: State,
  /** Number of failed replays. */
  replays: z.int(),
  /** The person who requested a pending replay. */
  requestedBy: z.nullable(z.string()),
  /** The person who replayed or dropped the letter. */
  settledBy: z.nullable(z.string()),
  settledAt: z.nullable(z.string()),
  dropReason: z.nullable(z.string()),
});
export type DeadLetter = z.infer<typeof DeadLetter>;

/** A dead letter with its content. `value`: the value of the Kafka record as text. */
export const DeadLetterContent = z.extend(DeadLetter, { key: z.nullable(z.string()), value: z.nullable(z.string()) });
export type DeadLetterContent = z.infer<typeof DeadLetterContent>;

export const LetterServiceParams = z.object({ service: z.enum(LETTER_SERVICES) });
export type LetterServiceParams = z.infer<typeof LetterServiceParams>;
export const LetterParams = z.extend(LetterServiceParams, IdParams.shape);
export type LetterParams = z.infer<typeof LetterParams>;

export const ListLettersQuery = z.extend(Paging, {
  state: z.optional(State),
  topic: z.optional(Storable.check(z.maxLength(200))),
});
export type ListLettersQuery = z.infer<typeof ListLettersQuery>;

export const DeadLetters = z.extend(page(DeadLetter), {
  /** Number of letters of this service that are neither replayed nor dropped, even if the filter excludes them. */
  waiting: z.int(),
  /** When the oldest waiting letter failed; null without a waiting letter. */
  waitingSince: z._default(z.nullable(z.string()), null),
});
export type DeadLetters = z.infer<typeof DeadLetters>;

export const DropLetter = z.object({
  reason: filled(MAX_DROP_REASON),
});
export type DropLetter = z.infer<typeof DropLetter>;

export const listDeadLetters = endpoint({
  method: 'GET',
  path: '/dead-letters/{service}',
  audit: READS_SETTINGS,
  summary: 'List domain events that a service could not apply, newest first; for administrators',
  params: LetterServiceParams,
  query: ListLettersQuery,
  response: DeadLetters,
});
export const getDeadLetter = endpoint({
  method: 'GET',
  path: '/dead-letters/{service}/{id}',
  audit: { action: 'dead-letter.read' },
  summary: 'Get a domain event that a service could not apply, with its content',
  params: LetterParams,
  response: DeadLetterContent,
});
export const replayDeadLetter = endpoint({
  method: 'POST',
  path: '/dead-letters/{service}/{id}/replay',
  audit: { action: 'dead-letter.replay' },
  summary: 'Apply a domain event again, in this service only; if that fails, it stays `waiting` with the new reason',
  params: LetterParams,
  response: DeadLetter,
});
export const dropDeadLetter = endpoint({
  method: 'POST',
  path: '/dead-letters/{service}/{id}/drop',
  audit: { action: 'dead-letter.drop' },
  summary: 'Drop a domain event that a service could not apply, with a reason',
  params: LetterParams,
  body: DropLetter,
  response: DeadLetter,
});
