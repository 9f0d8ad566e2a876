/** A failed sign-on with an OpenID or OAuth error code. */
export class SignOnError extends Error {
  readonly error: string;

  constructor(error: string, message: string) {
    super(message);
    this.error = error;
  }
}
