/** A refusal with the code that OpenID or OAuth has for it. */
export class SignOnError extends Error {
  readonly error: string;

  constructor(error: string, message: string) {
    super(message);
    this.error = error;
  }
}
