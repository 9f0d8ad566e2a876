import kafkajs from 'kafkajs';

/** kafkajs errors that mean a lost connection, not a refusal. */
const LOST = / failed: (?:Closed connection|Connection |Failed to connect|Not connected)/;

/**
 * Makes a connection lost during sign-on retriable. kafkajs treats it as a refusal and gives up, although a broker that starts or
 * stops drops connections.
 */
export function retryLostSignOns(): void {
  Object.defineProperty(kafkajs.KafkaJSSASLAuthenticationError.prototype, 'retriable', {
    get(this: Error) {
      return LOST.test(this.message);
    },
    // Ignores the value false that its constructor sets.
    set() {},
  });
}
