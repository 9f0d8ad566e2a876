import { z } from 'zod/mini';
import { Id, IdParams } from '../common/ids.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';
import { Session } from './identity.ts';

/** Maximum sessions in a list, the most recently used first. */
export const MAX_SESSIONS = 100;

/** One sign-in of a user on one device. */
export const SessionRow = z.object({
  id: Id,
  /** Short name of the browser: 'Firefox on Linux'. */
  device: z.string(),
  /** The network that last used the session: the first 24 bits of an IPv4 address, or the first 48 bits of an IPv6 address. */
  address: z.string(),
  startedAt: z.string(),
  /** When the session's token was last renewed. */
  lastUsedAt: z.string(),
  /** The OpenID provider that the user signed in with. */
  signedInBy: z.string(),
  /** Whether the current request belongs to this session. */
  isCurrent: z.boolean(),
});
export type SessionRow = z.infer<typeof SessionRow>;

const Sessions = z.object({ data: z.array(SessionRow) });
export type Sessions = z.infer<typeof Sessions>;

export const renewSession = endpoint({
  method: 'POST',
  path: '/auth/renewal',
  audit: { none: 'continues a session whose start is recorded' },
  summary: 'Get a new product token for the session of the cookie that `POST /auth` set',
  response: Session,
});
export const signOut = endpoint({
  method: 'DELETE',
  path: '/auth',
  audit: { action: 'session.end' },
  summary: 'End the session of the cookie or the token',
  response: z.void(),
});
export const endByProvider = endpoint({
  method: 'POST',
  path: '/auth/provider-logout',
  audit: { action: 'session.end-by-provider' },
  summary: 'End the sessions of the `sub` or `sid` in a `logout_token` (OpenID Connect Back-Channel Logout 1.0)',
  body: z.unknown(),
  response: z.void(),
});
export const listSessions = endpoint({
  method: 'GET',
  path: '/sessions',
  audit: READS_SETTINGS,
  summary: "List the caller's sessions",
  response: Sessions,
});
export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/sessions',
  audit: { action: 'session.end-others' },
  summary: "End the caller's sessions, except the session of this request",
  response: z.void(),
});
export const endSession = endpoint({
  method: 'DELETE',
  path: '/sessions/{id}',
  audit: { action: 'session.end' },
  summary: "End one of the caller's sessions; administrators may end any session",
  params: IdParams,
  response: z.void(),
});
export const listUserSessions = endpoint({
  method: 'GET',
  path: '/users/{id}/sessions',
  audit: READS_SETTINGS,
  summary: 'List the sessions of a user',
  params: IdParams,
  response: Sessions,
});
export const endUserSessions = endpoint({
  method: 'DELETE',
  path: '/users/{id}/sessions',
  audit: { action: 'session.end-all', targets: { user: 'id' } },
  summary: 'End all sessions of a user, except the session of this request',
  params: IdParams,
  response: z.void(),
});
