/** Thrown if a channel does not accept a message. `retryAfter`: seconds that the channel asks Portico to wait. */
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
