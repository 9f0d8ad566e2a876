import kafkajs from 'kafkajs';

/** How kafkajs words that the connection was lost, and no refusal. */
const LOST = / failed: (?:Closed connection|Connection |Failed to connect|Not connected)/;

/**
 * Makes a connection that is lost during sign-on retriable. kafkajs takes it for a refusal and gives up for good, although a
 * broker that starts or ends drops some.
 */
export function retryLostSignOns(): void {
  Object.defineProperty(kafkajs.KafkaJSSASLAuthenticationError.prototype, 'retriable', {
    get(this: Error) {
      return LOST.test(this.message);
    },
    // Its constructor sets false.
    set() {},
  });
}
