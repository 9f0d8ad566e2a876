/** A channel did not take a message. `retryAfter`: seconds that it asks to wait. */
export class SendFailed extends Error {
  override readonly name = 'SendFailed';

  constructor(
    message: string,
    readonly status: number | null = null,
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}
