import { ErrorCode, KafkaError } from '../protocol/error-code.ts';

/** Value types in DescribeConfigs. */
export const ConfigType = { BOOLEAN: 1, STRING: 2, INT: 3, LONG: 5, DOUBLE: 6, LIST: 7 } as const;
type ConfigType = (typeof ConfigType)[keyof typeof ConfigType];

interface ConfigDefinition {
  readonly type: ConfigType;
  readonly fallback: string;
  accepts(value: string): boolean;
}

const whole = (minimum: number, maximum: number) => (value: string) =>
  /^-?\d{1,19}$/.test(value) && Number(value) >= minimum && Number(value) <= maximum;
const oneOf =
  (...values: string[]) =>
  (value: string) =>
    values.includes(value);

const INT_MAX = 0x7fff_ffff;
const LONG_MAX = 2 ** 63;
const DAY_MS = 86_400_000;

const int = (fallback: number, minimum: number): ConfigDefinition => ({
  type: ConfigType.INT,
  fallback: String(fallback),
  accepts: whole(minimum, INT_MAX),
});
const long = (fallback: number | string, minimum: number): ConfigDefinition => ({
  type: ConfigType.LONG,
  fallback: String(fallback),
  accepts: whole(minimum, LONG_MAX),
});

/** The supported topic configurations. `min.insync.replicas` above 1 is rejected, because one node has only one replica. */
const definitions: Readonly<Record<string, ConfigDefinition>> = {
  'cleanup.policy': {
    type: ConfigType.LIST,
    fallback: 'delete',
    accepts: oneOf('delete', 'compact', 'compact,delete', 'delete,compact'),
  },
  'compression.type': { type: ConfigType.STRING, fallback: 'producer', accepts: oneOf('producer') },
  'delete.retention.ms': long(DAY_MS, 0),
  'max.compaction.lag.ms': long('9223372036854775807', 1),
  'max.message.bytes': int(1_048_588, 0),
  'message.timestamp.type': {
    type: ConfigType.STRING,
    fallback: 'LogAppendTime',
    accepts: oneOf('CreateTime', 'LogAppendTime'),
  },
  'min.cleanable.dirty.ratio': {
    type: ConfigType.DOUBLE,
    fallback: '0.5',
    accepts: (value) => /^(0(\.\d+)?|1(\.0+)?)$/.test(value),
  },
  'min.compaction.lag.ms': long(0, 0),
  'min.insync.replicas': { type: ConfigType.INT, fallback: '1', accepts: oneOf('1') },
  'retention.bytes': long(-1, -1),
  'retention.ms': long(7 * DAY_MS, -1),
  'segment.bytes': int(64 * 1024 * 1024, 1024 * 1024),
  'segment.ms': long(7 * DAY_MS, 1),
};

/** Configurations that were set, by name. All other configurations have their default. */
export type TopicConfigs = Readonly<Record<string, string>>;

export interface ConfigEntry {
  readonly name: string;
  readonly value: string;
  readonly type: ConfigType;
  readonly isDefault: boolean;
}

/** @throws for unknown names and invalid values. */
export function checkTopicConfigs(configs: TopicConfigs): void {
  for (const [name, value] of Object.entries(configs)) {
    const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (definition === undefined) throw new KafkaError(ErrorCode.INVALID_CONFIG, `unknown topic config ${name}`);
    if (!definition.accepts(value)) {
      throw new KafkaError(ErrorCode.INVALID_CONFIG, `invalid value ${value} for configuration ${name}`);
    }
  }
}

export const isList = (name: string): boolean =>
  Object.hasOwn(definitions, name) && definitions[name]?.type === ConfigType.LIST;

export function describeTopicConfigs(configs: TopicConfigs, defaults: TopicConfigs): ConfigEntry[] {
  return Object.entries(definitions).map(([name, { type, fallback }]) => {
    const value = configs[name] ?? defaults[name] ?? fallback;
    return { name, value, type, isDefault: configs[name] === undefined };
  });
}

export interface EffectiveConfig {
  readonly segmentBytes: number;
  readonly segmentMs: number;
  readonly maxMessageBytes: number;
  readonly useLogAppendTime: boolean;
  readonly requireKeys: boolean;
  readonly deletes: boolean;
  readonly retentionMs: number;
  readonly retentionBytes: number;
}

export function effectiveConfig(configs: TopicConfigs, defaults: TopicConfigs): EffectiveConfig {
  const values = new Map(describeTopicConfigs(configs, defaults).map((entry) => [entry.name, entry.value]));
  const number = (name: string): number => Number(values.get(name));
  const policies = (values.get('cleanup.policy') ?? '').split(',');
  return {
    segmentBytes: number('segment.bytes'),
    segmentMs: number('segment.ms'),
    maxMessageBytes: number('max.message.bytes'),
    useLogAppendTime: values.get('message.timestamp.type') === 'LogAppendTime',
    requireKeys: policies.includes('compact'),
    deletes: policies.includes('delete'),
    retentionMs: number('retention.ms'),
    retentionBytes: number('retention.bytes'),
  };
}
