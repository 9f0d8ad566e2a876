import { z } from 'zod/mini';
import { Count, Id, IdText } from '../common/ids.ts';
import { page, Paging } from '../common/page.ts';
import { should } from '../common/wording.ts';
import { RejectionCode } from '../events/integration-event.ts';
import { endpoint, READS_SETTINGS, TRIES_ONLY } from './endpoint.ts';
import { EXPORT_FORMATS } from './event-export.ts';
import { RejectedFilter, RejectedId } from './rejected-events.ts';

/** Maximum rejected events per run. */
export const MAX_REDRIVE_EVENTS = 50_000;
/** Days for which a run and its report are stored. */
export const REDRIVE_DAYS = 90;
/** Maximum operations of a JSON Patch. */
export const MAX_OPERATIONS = 20;
const MAX_VALUES = 1_000;
/** Maximum events that a preview shows before and after the correction. */
export const MAX_SAMPLES = 20;

/** Pointers that a correction must not change, because they contain the event's id. An event with another id is a different event. */
const IDENTIFYING = new Set(['', '/id', '/data', '/data/id']);

const Pointer = z
  .string()
  .check(z.maxLength(1_000), z.regex(/^(\/([^~/]|~[01])*)*$/, { error: should('be a JSON pointer, like /result') }));
const Changed = Pointer.check(
  z.refine((pointer) => !IDENTIFYING.has(pointer), { error: should('not be the id, which cannot change') }),
);

/** Maximum nesting of a value; Portico rejects events with deeper values. */
const MAX_DEPTH = 100;

/** Whether a value survives JavaScript's parser, which rounds large numbers. */
function isExact(value: unknown, left = MAX_DEPTH): boolean {
  if (value === undefined || left === 0) return false;
  if (typeof value === 'number') return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  return typeof value !== 'object' || value === null || Object.values(value).every((one) => isExact(one, left - 1));
}
/** The id of a run, a UUID. */
const RunId = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
const Value = z.unknown().check(
  z.refine((value) => isExact(value), {
    error: should('have no numbers beyond 2^53: correct an event that needs one separately'),
  }),
);

/** An operation of a JSON Patch (RFC 6902). `path` and `from` point into the published value, like the pointer of a rejection. */
export const PatchOperation = z.discriminatedUnion('op', [
  z.object({ op: z.literal('add'), path: Changed, value: Value }),
  z.object({ op: z.literal('replace'), path: Changed, value: Value }),
  z.object({ op: z.literal('remove'), path: Changed }),
  z.object({ op: z.literal('copy'), from: Pointer, path: Changed }),
  z.object({ op: z.literal('move'), from: Changed, path: Changed }),
  z.object({ op: z.literal('test'), path: Pointer, value: Value }),
]);
export type PatchOperation = z.infer<typeof PatchOperation>;

const Scalar = z.union([
  z.string().check(z.maxLength(32_768)),
  z.number().check(z.refine((value) => isExact(value))),
  z.boolean(),
  z.literal(null),
]);

/**
 * Replaces the value at `pointer` with the entry for this value in `values`. `otherwise` replaces values without an entry and missing
 * values; without `otherwise`, such values stay unchanged.
 */
export const Mapping = z.object({
  pointer: Changed,
  values: z
    .record(z.string(), Scalar)
    .check(
      z.refine((values) => Object.keys(values).length <= MAX_VALUES, { error: should(`have at most ${MAX_VALUES}`) }),
    ),
  otherwise: z.optional(Scalar),
});
export type Mapping = z.infer<typeof Mapping>;

/**
 * How to correct each event: a JSON Patch, or a value table. An empty patch publishes the events unchanged, for example events that were
 * rejected because of a used-up quota or an inactive integration.
 */
export const RedriveCorrection = z.union([z.array(PatchOperation).check(z.maxLength(MAX_OPERATIONS)), Mapping]);
export type RedriveCorrection = z.infer<typeof RedriveCorrection>;

/** Whether an operation copies a value into itself: twelve such copies turn 60 kB into 250 MB. */
const isIntoItself = (operation: PatchOperation): boolean =>
  (operation.op === 'copy' || operation.op === 'move') && operation.path.startsWith(`${operation.from}/`);

/** A correction as the API accepts it. {@link RedriveCorrection} also reads the stored runs of earlier versions. */
export const NewCorrection = RedriveCorrection.check(
  z.superRefine((correction, context) => {
    if (!Array.isArray(correction)) return;
    for (const [index, operation] of correction.entries())
      if (isIntoItself(operation))
        context.addIssue({
          code: 'custom',
          path: [index, 'path'],
          message: 'Path should not be inside the value that moves',
        });
  }),
);

/** Selects rejected events of one integration: see {@link RejectedFilter}. Events that arrive after the start are never included. */
export const RedriveFilter = z.extend(RejectedFilter, { integration: Id });
export type RedriveFilter = z.infer<typeof RedriveFilter>;

export const RedriveRequest = z.object({ filter: RedriveFilter, correction: NewCorrection });
export type RedriveRequest = z.infer<typeof RedriveRequest>;

/**
 * The result for one event. `published`: the event was published or, in a preview, would be. `listed`: the run skips the event, because
 * an event with the same id is listed. `unchanged`: the correction changes nothing. `rejected`: Portico would reject the event again.
 * `conflict`: the correction does not apply. `sending`: the run was interrupted while publishing this event, and resumes here.
 */
export const REDRIVE_OUTCOMES = ['published', 'listed', 'unchanged', 'rejected', 'conflict', 'sending'] as const;
export const RedriveOutcome = z.enum(REDRIVE_OUTCOMES);
export type RedriveOutcome = z.infer<typeof RedriveOutcome>;

const Counts = z.object({
  published: Count,
  listed: Count,
  unchanged: Count,
  rejected: Count,
  conflict: Count,
});
export type RedriveCounts = z.infer<typeof Counts>;

/** A reason why events remain uncorrected: a rejection, or a conflict if the code is null. */
const Left = z.object({ code: z.nullable(RejectionCode), pointer: z.string(), reason: z.string(), count: Count });
export type RedriveLeft = z.infer<typeof Left>;

/** An event before and after the correction. `before` and `after` are texts; null if too long or missing. */
const Sample = z.object({
  id: RejectedId,
  event_id: z.nullable(z.string()),
  outcome: RedriveOutcome,
  reason: z.nullable(z.string()),
  before: z.nullable(z.string()),
  after: z.nullable(z.string()),
});
export type RedriveSample = z.infer<typeof Sample>;

/** The predicted result for `selected` events, which arrived before `until`. `left`: the 20 most frequent reasons, most frequent first. */
export const RedrivePreview = z.object({
  selected: Count,
  counts: Counts,
  left: z.array(Left),
  samples: z.array(Sample),
  until: z.string(),
});
export type RedrivePreview = z.infer<typeof RedrivePreview>;

/**
 * `running → done`, `running ⇄ paused`. `interrupted`: the run's process ended or does not respond; a user can resume the run like a paused
 * run. A user can abort a run that is `running`, `paused` or `interrupted`.
 */
export const REDRIVE_STATES = ['running', 'paused', 'interrupted', 'aborted', 'done'] as const;

/** One run, which republishes events. `total`: number of events at the start. `reason`: why Portico paused it; null if a user did. */
export const Redrive = z.object({
  id: RunId,
  integration_id: Id,
  integration: z.nullable(z.string()),
  filter: RedriveFilter,
  correction: RedriveCorrection,
  state: z.enum(REDRIVE_STATES),
  reason: z.nullable(z.string()),
  total: Count,
  counts: Counts,
  started_by: Id,
  started_at: z.string(),
  updated_at: z.string(),
});
export type Redrive = z.infer<typeof Redrive>;

export const RedriveParams = z.object({ id: RunId });
export type RedriveParams = z.infer<typeof RedriveParams>;

export const ListRedrivesQuery = z.extend(Paging, { integration: z.optional(IdText) });
export type ListRedrivesQuery = z.infer<typeof ListRedrivesQuery>;

export const RedriveReportQuery = z.object({ format: z._default(z.enum(EXPORT_FORMATS), 'csv') });
export type RedriveReportQuery = z.infer<typeof RedriveReportQuery>;

export const previewRedrive = endpoint({
  method: 'POST',
  path: '/events/redrives/preview',
  audit: TRIES_ONLY,
  summary: 'Preview the result of a correction for each of many rejected events; nothing is published',
  body: RedriveRequest,
  response: RedrivePreview,
});
export const startRedrive = endpoint({
  method: 'POST',
  path: '/events/redrives',
  audit: { action: 'redrive.start' },
  summary: 'Correct and publish many rejected events with unchanged ids; one run at a time per integration',
  body: RedriveRequest,
  created: true,
  response: Redrive,
});
export const listRedrives = endpoint({
  method: 'GET',
  path: '/events/redrives',
  audit: READS_SETTINGS,
  summary: 'List the runs that correct many rejected events, newest first',
  query: ListRedrivesQuery,
  response: page(Redrive),
});
export const getRedrive = endpoint({
  method: 'GET',
  path: '/events/redrives/{id}',
  audit: READS_SETTINGS,
  summary: 'Get a run and its progress',
  params: RedriveParams,
  response: Redrive,
});
const order = { method: 'POST', params: RedriveParams, response: Redrive } as const;
export const pauseRedrive = endpoint({
  ...order,
  path: '/events/redrives/{id}/pause',
  audit: { action: 'redrive.pause' },
  summary: 'Pause a run',
});
export const resumeRedrive = endpoint({
  ...order,
  path: '/events/redrives/{id}/resume',
  audit: { action: 'redrive.resume' },
  summary: 'Resume a paused or interrupted run where it stopped',
});
export const abortRedrive = endpoint({
  ...order,
  path: '/events/redrives/{id}/abort',
  audit: { action: 'redrive.abort' },
  summary: 'Abort a run; published events stay published',
});

/** One line per processed event, in order of arrival. `is_listed`: whether the event is listed at the time of the report. */
export const reportRedrive = endpoint({
  method: 'GET',
  path: '/events/redrives/{id}/report',
  audit: { action: 'redrive.export' },
  summary: 'Export the result for each event of a run as a file',
  params: RedriveParams,
  query: RedriveReportQuery,
  media: ['text/csv', 'application/x-ndjson'],
  response: z.string(),
});
