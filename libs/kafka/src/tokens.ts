/** Injection token of the service's Kafka client. */
export const KAFKA = Symbol('kafka');
