import { defineApi, type RequestContext } from '../protocol/api.ts';
import { ErrorCode, KafkaError, toAnswer } from '../protocol/error-code.ts';
import { since, struct } from '../protocol/struct.ts';
import { array, bool, int16, int32, int8, nullableString, string, type ReadOf } from '../protocol/types.ts';
import { CLUSTER_NAME } from '../security/acl.ts';
import { checkTopicConfigs, describeTopicConfigs, isList, type TopicConfigs } from '../topics/topic-config.ts';
import { authorize } from './authorization.ts';
import { TOPIC_RESOURCE } from './describe-configs.ts';

const BROKER_RESOURCE = 4;
const SET = 0;
const DELETE = 1;
const APPEND = 2;

const change = struct({ name: string, configOperation: int8, value: nullableString });
const resource = struct({ resourceType: int8, resourceName: string, configs: array(change) });
type Change = ReadOf<typeof change>;
type Resource = ReadOf<typeof resource>;

const request = struct({ resources: array(resource), validateOnly: bool });

const response = struct({
  throttleTimeMs: since(0, int32, 0),
  responses: array(
    struct({ errorCode: int16, errorMessage: nullableString, resourceType: int8, resourceName: string }),
  ),
});

const invalid = (message: string): KafkaError => new KafkaError(ErrorCode.INVALID_REQUEST, message);

/** Adds elements to a comma-separated list, or removes them. */
function changedList(current: string, value: string, appends: boolean): string {
  const [elements, changes] = [current, value].map((text) => text.split(',').filter((element) => element !== ''));
  const unchanged = (elements ?? []).filter((element) => !changes?.includes(element));
  return (appends ? [...unchanged, ...(changes ?? [])] : unchanged).join(',');
}

/** @throws for an invalid change. */
function changed(configs: TopicConfigs, defaults: TopicConfigs, changes: readonly Change[]): TopicConfigs {
  const inForce = new Map(describeTopicConfigs(configs, defaults).map(({ name, value }) => [name, value]));
  const result = new Map(Object.entries(configs));
  for (const { name, configOperation, value } of changes) {
    if (configOperation === DELETE) {
      checkTopicConfigs({ [name]: inForce.get(name) ?? '' });
      result.delete(name);
      continue;
    }
    if (value === null) throw invalid(`Null value not supported for : ${name}`);
    if (configOperation !== SET && !isList(name))
      throw new KafkaError(ErrorCode.INVALID_CONFIG, `${name} is no list, it can be set and deleted`);
    const isSet = configOperation === SET;
    result.set(name, isSet ? value : changedList(inForce.get(name) ?? '', value, configOperation === APPEND));
  }
  return Object.fromEntries(result);
}

function alter(context: RequestContext, { resourceType, resourceName, configs }: Resource, validateOnly: boolean) {
  const { topics, options } = context.broker;
  if (resourceType === BROKER_RESOURCE) authorize(context, 'ALTER_CONFIGS', 'CLUSTER', CLUSTER_NAME);
  if (resourceType !== TOPIC_RESOURCE)
    throw invalid('only the configurations of topics can be changed: those of the broker are options of its start');
  authorize(context, 'ALTER_CONFIGS', 'TOPIC', resourceName);
  const topic = topics.get(resourceName);
  if (new Set(configs.map(({ name }) => name)).size < configs.length)
    throw invalid('Error due to duplicate config keys');
  const result = changed(topic.configs, options.topicDefaults, configs);
  if (validateOnly) checkTopicConfigs(result);
  else topics.setConfigs(resourceName, result);
}

/** Changes single configurations of topics. For each resource, either all changes apply or no change does. */
export const incrementalAlterConfigs = defineApi({
  key: 44,
  name: 'IncrementalAlterConfigs',
  versions: [0, 1],
  flexibleFrom: 1,
  request,
  response,
  handle: ({ resources, validateOnly }, context) => ({
    responses: resources.map((resource) => {
      const { resourceType, resourceName } = resource;
      const isSame = (other: Resource) => other.resourceType === resourceType && other.resourceName === resourceName;
      try {
        if (resources.filter(isSame).length > 1) throw invalid('Each resource must appear at most once.');
        alter(context, resource, validateOnly);
        return { errorCode: ErrorCode.NONE, errorMessage: null, resourceType, resourceName };
      } catch (error) {
        return { ...toAnswer(error), resourceType, resourceName };
      }
    }),
  }),
});
