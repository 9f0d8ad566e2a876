import type { RequestContext } from '../protocol/api.ts';
import { defineApi } from '../protocol/api.ts';
import { ErrorCode, KafkaError, toAnswer } from '../protocol/error-code.ts';
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
  throttleTimeMs: int32,
  responses: array(
    struct({
      name: nullableString,
      topicId: since(6, uuid, NO_UUID),
      errorCode: int16,
      errorMessage: since(5, nullableString, null),
    }),
  ),
});

function remove({ broker, session: { permissions } }: RequestContext, asked: { name: string | null; topicId: string }) {
  const mayDelete = (name: string): boolean =>
    permissions.allows('DELETE', 'CLUSTER', CLUSTER_NAME) || permissions.allows('DELETE', 'TOPIC', name);
  try {
    // Before it is looked for: whether a topic is there is not for everyone.
    if (asked.name !== null && !mayDelete(asked.name)) throw refused('TOPIC');
    const topic = asked.name === null ? broker.topics.findById(asked.topicId) : broker.topics.get(asked.name);
    if (topic === undefined)
      throw new KafkaError(ErrorCode.UNKNOWN_TOPIC_ID, 'This server does not host this topic ID.');
    if (!mayDelete(topic.name)) throw refused('TOPIC');
    broker.deleteTopic(topic.name);
    return { name: topic.name, topicId: topic.id, errorCode: ErrorCode.NONE, errorMessage: null };
  } catch (error) {
    return { ...asked, ...toAnswer(error) };
  }
}

/** Deletes topics with their records and with what groups have committed for them. */
export const deleteTopics = defineApi({
  key: 20,
  name: 'DeleteTopics',
  versions: [1, 6],
  flexibleFrom: 4,
  request,
  response,
  handle: ({ topics, topicNames }, context) => ({
    throttleTimeMs: 0,
    responses: [...topics, ...topicNames.map((name) => ({ name, topicId: NO_UUID }))].map((topic) =>
      remove(context, topic),
    ),
  }),
});
