/** A rejection with an OpenID or OAuth code. */
export class SignOnError extends Error {
  readonly error: string;

  constructor(error: string, message: string) {
    super(message);
    this.error = error;
  }
}
