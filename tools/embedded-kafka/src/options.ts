import type { AuthorizerOptions } from './security/authorizer.ts';
import type { SaslOptions } from './security/sasl.ts';
import type { TopicConfigs } from './topics/topic-config.ts';

export interface Logger {
  info(message: string): void;
  warn(message: string): void;
}

export interface BrokerOptions {
  /** Folder of all data; made when it is not there. One broker at a time may have it. */
  readonly dataDir: string;
  /** Where to listen, and the advertised address. `localhost` listens on 127.0.0.1 and ::1. */
  readonly host?: string;
  /** 0 takes a free port. */
  readonly port?: number;
  /** Whether asking for the metadata of an unknown topic creates it. */
  readonly autoCreateTopics?: boolean;
  /** Partitions of a topic that is created without saying how many. */
  readonly defaultPartitions?: number;
  /** Topic configurations (`retention.ms`, `max.message.bytes` …) that hold where a topic sets nothing else. */
  readonly topicDefaults?: TopicConfigs;
  /** How long the first member of an empty group waits for others. */
  readonly initialRebalanceDelayMs?: number;
  readonly minSessionTimeoutMs?: number;
  readonly maxSessionTimeoutMs?: number;
  /** How often written data is put on the disk (fdatasync). 0 leaves it to the operating system. */
  readonly flushIntervalMs?: number;
  /** Whether a record is on the disk before it is acknowledged (acks=1 and acks=all): slow, and safe from a power failure. */
  readonly flushBeforeAck?: boolean;
  /** How often retention and expiry are applied. */
  readonly retentionIntervalMs?: number;
  /** How long the offsets of a group without members are kept after its last commit. */
  readonly offsetsRetentionMs?: number;
  /** Longest request that is accepted; a longer one closes its connection. */
  readonly maxRequestBytes?: number;
  /** How clients authenticate. Without it nobody can, and everybody is `User:ANONYMOUS`. */
  readonly sasl?: SaslOptions;
  /** Who may do what: with it, even when it is empty, nobody may do anything that an ACL does not allow. Without it everyone may do everything. */
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
