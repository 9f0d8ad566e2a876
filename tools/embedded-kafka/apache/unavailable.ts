/** Apache Kafka cannot run on this machine; the message says why in one line. */
export class ApacheKafkaUnavailable extends Error {}
