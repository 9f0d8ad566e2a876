import { z } from 'zod/mini';
import { Count } from './common/ids.ts';
import { ProblemDetails } from './common/problem.ts';
import { Cursor } from './events/position.ts';
import { EventFilter, EventRow } from './http/events.ts';

/** socket.io namespace of the live rows. `auth.token` of the handshake is the product token. */
export const LIVE_NAMESPACE = '/live';

/**
 * `cursor`: from GET /events with the same filter, or from the last frame. `isPaused`: the viewer gets a {@link LiveTally} instead of
 * the rows that arrived since the cursor. To resume, the viewer subscribes again with the same cursor.
 */
export const Subscribe = z.object({ filter: EventFilter, cursor: Cursor, isPaused: z.optional(z.boolean()) });
export type Subscribe = z.infer<typeof Subscribe>;

/**
 * Rows that arrived after the previous cursor, in order of arrival, and the new cursor. A row may repeat: viewers merge by `source_id` and
 * `id`. `skipped`: at most this many rows for the viewer were dropped, because the viewer or the server was too slow. Viewers fetch the
 * dropped rows from the list.
 */
export const LiveFrame = z.object({ rows: z.array(EventRow), skipped: Count, cursor: Cursor });
export type LiveFrame = z.infer<typeof LiveFrame>;

/** Matching events since the cursor of a paused subscription, and how many of them failed. */
export const LiveTally = z.object({ arrived: Count, failed: Count });
export type LiveTally = z.infer<typeof LiveTally>;

/** Milliseconds between two {@link LiveStatus} messages. A viewer that has received no message for much longer is behind. */
export const STATUS_INTERVAL = 2_000;

/** How current a viewer is. The server sends this message when a subscription has caught up, and regularly from then on. */
export const LiveStatus = z.object({
  /** Milliseconds since the arrival of the oldest unsent row, including rows that Kafka has not returned yet. 0 if all rows are sent. */
  behind: Count,
  /** Number of rows queued for this viewer. */
  waiting: Count,
  /** Whether the server shows rows before it can store them, so that the list may lack these rows. */
  isHistoryLagging: z.boolean(),
});
export type LiveStatus = z.infer<typeof LiveStatus>;

/**
 * The server cannot continue from the cursor: fetch the list again and subscribe with the list's cursor. `cursor_too_old`: too many rows
 * have arrived since the cursor to be cached or sent one by one. `permissions_changed`: the viewer's organizations have changed.
 * `log_changed`: Kafka's topic was recreated, truncated or restored.
 */
export const LiveReset = z.object({ reason: z.enum(['cursor_too_old', 'permissions_changed', 'log_changed']) });
export type LiveReset = z.infer<typeof LiveReset>;

/**
 * Number of rejected events of the last 24 hours that a viewer may correct, and the arrival of the latest of these events. The server sends
 * this message after a viewer has sent `watchRejected`, and after each change. Administrators, publishers and operators may send
 * `watchRejected`.
 */
export const RejectedTally = z.object({ count: Count, last_at: z.nullable(z.string()) });
export type RejectedTally = z.infer<typeof RejectedTally>;

/**
 * The process is shutting down: reconnect after a random part of `within` milliseconds, and subscribe with the last frame's cursor.
 * The server then disconnects the remaining viewers.
 */
export const Handover = z.object({ within: Count });
export type Handover = z.infer<typeof Handover>;

export type Acknowledgement = { ok: true } | { ok: false; problem: ProblemDetails };

/** Messages from a viewer. `authenticate` replaces the connection's token before it expires. */
export type ViewerToServer = {
  subscribe: (subscription: Subscribe, acknowledge: (answer: Acknowledgement) => void) => void;
  unsubscribe: (acknowledge: (answer: Acknowledgement) => void) => void;
  watchRejected: (acknowledge: (answer: Acknowledgement) => void) => void;
  authenticate: (token: string, acknowledge: (answer: Acknowledgement) => void) => void;
};

/** Messages from the server. After `ended` the server closes the connection. */
export type ServerToViewer = {
  frame: (frame: LiveFrame) => void;
  tally: (tally: LiveTally) => void;
  status: (status: LiveStatus) => void;
  reset: (reset: LiveReset) => void;
  rejected: (tally: RejectedTally) => void;
  handover: (handover: Handover) => void;
  ended: (problem: ProblemDetails) => void;
};
