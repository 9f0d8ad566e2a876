import { NODE_ID, type Broker } from '../broker.ts';
import { defineApi, type RequestContext } from '../protocol/api.ts';
import { ErrorCode, KafkaError, toAnswer } from '../protocol/error-code.ts';
import { since, struct } from '../protocol/struct.ts';
import {
  array,
  bool,
  int16,
  int32,
  int8,
  nullableArray,
  nullableString,
  string,
  type ReadOf,
} from '../protocol/types.ts';
import { CLUSTER_NAME } from '../security/acl.ts';
import { ConfigType, describeTopicConfigs, type ConfigEntry } from '../topics/topic-config.ts';
import { authorize } from './authorization.ts';
import { configSource } from './config-source.ts';

export const TOPIC_RESOURCE = 2;
const BROKER_RESOURCE = 4;

const resource = struct({ resourceType: int8, resourceName: string, configurationKeys: nullableArray(string) });

const request = struct({
  resources: array(resource),
  includeSynonyms: since(1, bool, false),
  includeDocumentation: since(3, bool, false),
});

const config = struct({
  name: string,
  value: nullableString,
  readOnly: bool,
  configSource: int8,
  isSensitive: bool,
  synonyms: array(struct({ name: string, value: nullableString, source: int8 })),
  configType: since(3, int8, 0),
  documentation: since(3, nullableString, null),
});

const response = struct({
  throttleTimeMs: since(0, int32, 0),
  results: array(
    struct({
      errorCode: int16,
      errorMessage: nullableString,
      resourceType: int8,
      resourceName: string,
      configs: array(config),
    }),
  ),
});

function describeBroker({ options }: Broker): ConfigEntry[] {
  const boolean = (name: string, value: boolean) => ({ name, value: String(value), type: ConfigType.BOOLEAN });
  const int = (name: string, value: number) => ({ name, value: String(value), type: ConfigType.INT });
  const entries = [
    boolean('auto.create.topics.enable', options.autoCreateTopics),
    int('default.replication.factor', 1),
    int('group.initial.rebalance.delay.ms', options.initialRebalanceDelayMs),
    int('group.max.session.timeout.ms', options.maxSessionTimeoutMs),
    int('group.min.session.timeout.ms', options.minSessionTimeoutMs),
    ...(options.flushBeforeAck ? [int('log.flush.interval.messages', 1)] : []),
    int('log.flush.interval.ms', options.flushIntervalMs),
    int('log.retention.check.interval.ms', options.retentionIntervalMs),
    int('num.partitions', options.defaultPartitions),
    int('socket.request.max.bytes', options.maxRequestBytes),
  ];
  return entries.map((entry) => Object.assign(entry, { isDefault: true }));
}

function entriesOf(context: RequestContext, { resourceType, resourceName }: ReadOf<typeof resource>): ConfigEntry[] {
  const { broker } = context;
  if (resourceType === TOPIC_RESOURCE) {
    authorize(context, 'DESCRIBE_CONFIGS', 'TOPIC', resourceName);
    return describeTopicConfigs(broker.topics.get(resourceName).configs, broker.options.topicDefaults);
  }
  if (resourceType === BROKER_RESOURCE) authorize(context, 'DESCRIBE_CONFIGS', 'CLUSTER', CLUSTER_NAME);
  if (resourceType === BROKER_RESOURCE && (resourceName === String(NODE_ID) || resourceName === '')) {
    return describeBroker(broker);
  }
  throw new KafkaError(ErrorCode.INVALID_REQUEST, `no configuration for resource ${resourceType} ${resourceName}`);
}

export const describeConfigs = defineApi({
  key: 32,
  name: 'DescribeConfigs',
  versions: [1, 4],
  flexibleFrom: 4,
  request,
  response,
  handle: ({ resources }, context) => ({
    results: resources.map((resource) => {
      const { resourceType, resourceName, configurationKeys: keys } = resource;
      try {
        const entries = entriesOf(context, resource).filter(
          ({ name }) => keys === null || keys.length === 0 || keys.includes(name),
        );
        const configs = entries.map(({ name, value, type, isDefault }) => ({
          name,
          value,
          readOnly: resourceType !== TOPIC_RESOURCE,
          configSource: configSource(isDefault),
          isSensitive: false,
          synonyms: [],
          configType: type,
        }));
        return { errorCode: ErrorCode.NONE, errorMessage: null, resourceType, resourceName, configs };
      } catch (error) {
        return { ...toAnswer(error), resourceType, resourceName, configs: [] };
      }
    }),
  }),
});
