import { z } from 'zod/mini';
import { ProblemDetails } from './common/problem.ts';
import { Cursor } from './events/position.ts';
import { EventFilter, EventRow } from './http/events.ts';

/** socket.io namespace of the live rows. The product token is the handshake's `auth.token`. */
export const LIVE_NAMESPACE = '/live';

/**
 * `cursor`: from the answer of GET /events with the same filter, or from the last frame.
 * `isPaused`: a viewer who is reading gets no rows, but a {@link LiveTally} of what has arrived since the cursor. To
 * resume, it subscribes again with that same cursor.
 */
export const Subscribe = z.object({ filter: EventFilter, cursor: Cursor, isPaused: z.optional(z.boolean()) });
export type Subscribe = z.infer<typeof Subscribe>;

/**
 * Rows that arrived after the cursor that went before, in arrival order, and the cursor after them.
 * A row may have been seen already: viewers merge by `source_id` and `id` together.
 * `skipped`: how many rows were left out because the viewer, or the server, could not keep up, at most: fetch them from
 * the list.
 */
export const LiveFrame = z.object({ rows: z.array(EventRow), skipped: z.int().check(z.minimum(0)), cursor: Cursor });
export type LiveFrame = z.infer<typeof LiveFrame>;

/** Matching events that have arrived since the cursor of a paused subscription, and how many of them failed; in all. */
export const LiveTally = z.object({ arrived: z.int().check(z.minimum(0)), failed: z.int().check(z.minimum(0)) });
export type LiveTally = z.infer<typeof LiveTally>;

/** Milliseconds between two {@link LiveStatus}. A viewer that hears nothing for much longer is behind. */
export const STATUS_INTERVAL = 2_000;

/**
 * How current a viewer is; sent when a subscription has got everything up to now, and from then on regularly.
 * `behind`: milliseconds since the arrival of the oldest row that is still to come, or for which Kafka has not answered;
 * 0 when there is none. `waiting`: rows that wait for this viewer. `isHistoryLagging`: what arrives is shown, but not
 * stored at the moment, so that the list may lack it.
 */
export const LiveStatus = z.object({
  behind: z.int().check(z.minimum(0)),
  waiting: z.int().check(z.minimum(0)),
  isHistoryLagging: z.boolean(),
});
export type LiveStatus = z.infer<typeof LiveStatus>;

/**
 * The server cannot continue from the cursor: fetch the list again and subscribe with its cursor.
 * `cursor_too_old`: more has arrived since than is sent row by row, or is remembered. `permissions_changed`: the viewer may
 * see other organizations now than when it subscribed. `log_changed`: Kafka's topic was recreated, truncated or restored.
 */
export const LiveReset = z.object({ reason: z.enum(['cursor_too_old', 'permissions_changed', 'log_changed']) });
export type LiveReset = z.infer<typeof LiveReset>;

/**
 * Events rejected in the last 24 hours that a viewer may correct, and when the latest of them arrived. Administrators,
 * publishers, and operators of an organization who ask for it get it at once and whenever it has changed.
 */
export const RejectedTally = z.object({ count: z.int().check(z.minimum(0)), last_at: z.nullable(z.string()) });
export type RejectedTally = z.infer<typeof RejectedTally>;

/**
 * The process is about to end: connect again after a random part of `within` milliseconds, and subscribe with the cursor of the
 * last frame. Who does not is disconnected afterwards.
 */
export const Handover = z.object({ within: z.int().check(z.minimum(0)) });
export type Handover = z.infer<typeof Handover>;

export type Acknowledgement = { ok: true } | { ok: false; problem: ProblemDetails };

/** Events that a viewer sends. `authenticate` replaces the token of a connection before it expires. */
export type ViewerToServer = {
  subscribe: (subscription: Subscribe, acknowledge: (answer: Acknowledgement) => void) => void;
  unsubscribe: (acknowledge: (answer: Acknowledgement) => void) => void;
  watchRejected: (acknowledge: (answer: Acknowledgement) => void) => void;
  authenticate: (token: string, acknowledge: (answer: Acknowledgement) => void) => void;
};

/** Events that the server sends. After `ended` it closes the connection. */
export type ServerToViewer = {
  frame: (frame: LiveFrame) => void;
  tally: (tally: LiveTally) => void;
  status: (status: LiveStatus) => void;
  reset: (reset: LiveReset) => void;
  rejected: (tally: RejectedTally) => void;
  handover: (handover: Handover) => void;
  ended: (problem: ProblemDetails) => void;
};
