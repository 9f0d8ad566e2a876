import type { AuthorizerOptions } from './security/authorizer.ts';
import type { SaslOptions } from './security/sasl.ts';
import type { TopicConfigs } from './topics/topic-config.ts';

export interface Logger {
  info(message: string): void;
  warn(message: string): void;
}

export interface BrokerOptions {
  /** Folder of all data, created if missing. Only one broker at a time can use it. */
  readonly dataDir: string;
  /** Host to listen on and to advertise. `localhost` listens on 127.0.0.1 and ::1. */
  readonly host?: string;
  /** Port to listen on; 0 chooses a free port. */
  readonly port?: number;
  /** Whether a metadata request for an unknown topic creates the topic. */
  readonly autoCreateTopics?: boolean;
  /** Number of partitions of a new topic if the client requests no number. */
  readonly defaultPartitions?: number;
  /** Default topic configurations, such as `retention.ms` or `max.message.bytes`. */
  readonly topicDefaults?: TopicConfigs;
  /** How long the first member of an empty group waits for further members. */
  readonly initialRebalanceDelayMs?: number;
  readonly minSessionTimeoutMs?: number;
  readonly maxSessionTimeoutMs?: number;
  /** How often written data is flushed to disk (fdatasync). With 0, the operating system decides. */
  readonly flushIntervalMs?: number;
  /** Whether the broker flushes a record to disk before it acknowledges it (acks=1 and acks=all). Slow, but survives a power failure. */
  readonly flushBeforeAck?: boolean;
  /** How often expired data is deleted. */
  readonly retentionIntervalMs?: number;
  /** How long a group without members keeps its offsets after its last commit. */
  readonly offsetsRetentionMs?: number;
  /** Maximum bytes of a request. The broker closes the connection if a request is longer. */
  readonly maxRequestBytes?: number;
  /** How clients authenticate. If absent, no client can authenticate, and every client is `User:ANONYMOUS`. */
  readonly sasl?: SaslOptions;
  /** Authorization by ACL. If present, even if empty, clients may do only what an ACL allows. If absent, clients may do everything. */
  readonly authorizer?: AuthorizerOptions;
  readonly logger?: Logger;
}

type Security = 'sasl' | 'authorizer';

export type ResolvedOptions = Required<Omit<BrokerOptions, Security>> & Pick<BrokerOptions, Security>;

const silent: Logger = { info: () => {}, warn: () => {} };

export function resolveOptions(options: BrokerOptions): ResolvedOptions {
  return {
    host: 'localhost',
    port: 9092,
    autoCreateTopics: true,
    defaultPartitions: 3,
    topicDefaults: {},
    initialRebalanceDelayMs: 0,
    minSessionTimeoutMs: 6_000,
    maxSessionTimeoutMs: 1_800_000,
    flushIntervalMs: 1_000,
    flushBeforeAck: false,
    retentionIntervalMs: 60_000,
    offsetsRetentionMs: 7 * 86_400_000,
    maxRequestBytes: 100 * 1024 * 1024,
    logger: silent,
    ...options,
  };
}
