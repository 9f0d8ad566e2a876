import { z } from 'zod';
import { ProblemDetails } from './common/problem.ts';
import { Cursor } from './events/position.ts';
import { EventFilter, EventRow } from './http/events.ts';

/** socket.io namespace of the live rows. The product token goes into the handshake's `auth.token`. */
export const LIVE_NAMESPACE = '/live';

/** `cursor`: from the answer of GET /events with the same filter, or from the last frame. */
export const Subscribe = z.object({ filter: EventFilter, cursor: Cursor });
export type Subscribe = z.infer<typeof Subscribe>;

/**
 * Rows that arrived after the cursor that went before, in arrival order, and the cursor after them.
 * A row may have been seen already (same id): whoever shows it merges by id.
 * `skipped`: how many matching rows were left out because the viewer could not keep up; fetch them from the list.
 */
export const LiveFrame = z.object({ rows: z.array(EventRow), skipped: z.int().min(0), cursor: Cursor });
export type LiveFrame = z.infer<typeof LiveFrame>;

/** The server cannot continue from the cursor: fetch the list again and subscribe with its cursor. */
export const LiveReset = z.object({ reason: z.enum(['cursor_too_old', 'permissions_changed', 'restarted']) });
export type LiveReset = z.infer<typeof LiveReset>;

export type Acknowledgement = { ok: true } | { ok: false; problem: ProblemDetails };

/** Events that a viewer sends. `authenticate` replaces the token of a connection before it expires. */
export type ViewerToServer = {
  subscribe: (subscription: Subscribe, acknowledge: (answer: Acknowledgement) => void) => void;
  unsubscribe: (acknowledge: (answer: Acknowledgement) => void) => void;
  authenticate: (token: string, acknowledge: (answer: Acknowledgement) => void) => void;
};

/** Events that the server sends. After `ended` it closes the connection. */
export type ServerToViewer = {
  frame: (frame: LiveFrame) => void;
  reset: (reset: LiveReset) => void;
  ended: (problem: ProblemDetails) => void;
};
