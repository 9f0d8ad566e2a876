import kafkajs from 'kafkajs';

/** Matches authentication errors of kafkajs that a lost connection caused. */
const LOST = / failed: (?:Closed connection|Connection |Failed to connect|Not connected)/;

/**
 * Makes kafkajs retry when a connection is lost during authentication. Without this patch, kafkajs gives up as if the broker had
 * rejected the password, although a starting or stopping broker also drops connections.
 */
export function retryLostSignOns(): void {
  Object.defineProperty(kafkajs.KafkaJSSASLAuthenticationError.prototype, 'retriable', {
    get(this: Error) {
      return LOST.test(this.message);
    },
    // Ignore the value false that the error's constructor sets.
    set() {},
  });
}
