/** Apache Kafka cannot run on this machine. The message gives the reason in one line. */
export class ApacheKafkaUnavailable extends Error {}
