import { defineApi, type RequestContext } from '../protocol/api.ts';
import { ErrorCode, toAnswer } from '../protocol/error-code.ts';
import { since, struct, until } from '../protocol/struct.ts';
import { NO_UUID, array, int16, int32, nullableString, string, uuid } from '../protocol/types.ts';
import { CLUSTER_NAME } from '../security/acl.ts';
import { refused } from './authorization.ts';

const request = struct({
  topics: since(6, array(struct({ name: nullableString, topicId: uuid })), []),
  topicNames: until(5, array(string), []),
  timeoutMs: int32,
});

const response = struct({
  throttleTimeMs: since(0, int32, 0),
  responses: array(
    struct({
      name: nullableString,
      topicId: since(6, uuid, NO_UUID),
      errorCode: int16,
      errorMessage: since(5, nullableString, null),
    }),
  ),
});

interface TopicRef {
  readonly name: string | null;
  readonly topicId: string;
}

/** Deletes a topic. Without permission to DESCRIBE the topic, a client can find out neither whether a name exists nor the name of an id. */
function remove({ name, topicId }: TopicRef, { broker, session: { permissions } }: RequestContext) {
  const may = (operation: 'DESCRIBE' | 'DELETE', topic: string): boolean =>
    permissions.allows('DELETE', 'CLUSTER', CLUSTER_NAME) || permissions.allows(operation, 'TOPIC', topic);
  try {
    if (name !== null && !may('DESCRIBE', name)) throw refused('TOPIC');
    const topic = name === null ? broker.topics.getById(topicId) : broker.topics.get(name);
    if (!may('DELETE', topic.name)) {
      return { name: may('DESCRIBE', topic.name) ? topic.name : name, topicId, ...toAnswer(refused('TOPIC')) };
    }
    broker.deleteTopic(topic.name);
    return { name: topic.name, topicId: topic.id, errorCode: ErrorCode.NONE, errorMessage: null };
  } catch (error) {
    return { name, topicId, ...toAnswer(error) };
  }
}

export const deleteTopics = defineApi({
  key: 20,
  name: 'DeleteTopics',
  versions: [1, 6],
  flexibleFrom: 4,
  request,
  response,
  handle: ({ topics, topicNames }, context) => ({
    responses: [...topics, ...topicNames.map((name) => ({ name, topicId: NO_UUID }))].map((topic) =>
      remove(topic, context),
    ),
  }),
});
