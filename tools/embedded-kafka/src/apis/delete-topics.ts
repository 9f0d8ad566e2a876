import type { Broker } from '../broker.ts';
import { defineApi } from '../protocol/api.ts';
import { ErrorCode, KafkaError, toAnswer } from '../protocol/error-code.ts';
import { since, struct, until } from '../protocol/struct.ts';
import { NO_UUID, array, int16, int32, nullableString, string, uuid } from '../protocol/types.ts';

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

function remove(broker: Broker, asked: { name: string | null; topicId: string }) {
  try {
    const topic = asked.name === null ? broker.topics.findById(asked.topicId) : broker.topics.get(asked.name);
    if (topic === undefined)
      throw new KafkaError(ErrorCode.UNKNOWN_TOPIC_ID, 'This server does not host this topic ID.');
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
  handle: ({ topics, topicNames }, { broker }) => ({
    throttleTimeMs: 0,
    responses: [...topics, ...topicNames.map((name) => ({ name, topicId: NO_UUID }))].map((topic) =>
      remove(broker, topic),
    ),
  }),
});
