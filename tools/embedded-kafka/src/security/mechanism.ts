export interface Identity {
  /** The principal without its type: `alice` for `User:alice`. */
  readonly name: string;
  /** Expiry of the client's credentials, in milliseconds since 1970; absent if the credentials do not expire. */
  readonly expiresAt?: number;
}

/** The result of one client message: a challenge to send back, or the client's identity. */
type Step = { readonly challenge: Buffer } | { readonly identity: Identity };

/** One authentication attempt. The broker calls it with each client message. Rejects with `AuthenticationFailure`. */
export type Exchange = (message: Buffer) => Promise<Step>;

/** The client failed to authenticate. The broker sends the error's message to the client. */
export class AuthenticationFailure extends Error {
  override name = 'AuthenticationFailure';
}

/** The generic message, for failures whose reason must not be revealed to unauthenticated clients. */
export const INVALID_CREDENTIALS = 'Authentication failed: Invalid username or password';
