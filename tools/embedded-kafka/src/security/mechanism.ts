/** Whom a client has proven to be. */
export interface Identity {
  /** Without its type: `alice` of `User:alice`. */
  readonly name: string;
  /** When its credentials end, in ms since 1970; absent where they do not. */
  readonly expiresAt?: number;
}

/** The answer to one message of a client: something to send back before it has proven anything, or whom it has proven to be. */
export type Step = { readonly challenge: Buffer } | { readonly identity: Identity };

/** One attempt to authenticate: called with each message of the client. Rejects with `AuthenticationFailure`. */
export type Exchange = (message: Buffer) => Promise<Step>;

/** A client has not proven who it is. The message is sent to it. */
export class AuthenticationFailure extends Error {
  override name = 'AuthenticationFailure';
}

/** Where there is nothing to say that a stranger should know. */
export const INVALID_CREDENTIALS = 'Authentication failed: Invalid username or password';
