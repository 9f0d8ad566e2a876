/** The proven identity of a client. */
export interface Identity {
  /** Without its type: `alice` for `User:alice`. */
  readonly name: string;
  /** When its credentials expire, in milliseconds since 1970; absent if they do not. */
  readonly expiresAt?: number;
}

/** The result of one client message: a challenge to send back, or the client's identity. */
type Step = { readonly challenge: Buffer } | { readonly identity: Identity };

/** One authentication attempt: called with each message of the client. Rejects with `AuthenticationFailure`. */
export type Exchange = (message: Buffer) => Promise<Step>;

/** The client failed to authenticate. The message is sent to it. */
export class AuthenticationFailure extends Error {
  override name = 'AuthenticationFailure';
}

/** The generic message, for failures whose reason strangers must not learn. */
export const INVALID_CREDENTIALS = 'Authentication failed: Invalid username or password';
