import { describe, expect, it } from '@jest/globals';
import kafkajs from 'kafkajs';
import { rejoinFault } from './retriable.ts';

const said = (type: string): Error =>
  new kafkajs.KafkaJSProtocolError(Object.assign(new Error(type), { type, code: 22, retriable: false }));
const wrapped = (cause: Error): Error => new Error(cause.message, { cause });

describe('the fault of a commit of one’s own', () => {
  it.each(['REBALANCE_IN_PROGRESS', 'ILLEGAL_GENERATION', 'UNKNOWN_MEMBER_ID', 'NOT_COORDINATOR_FOR_GROUP'])(
    'is what Kafka said when the group has moved on: %s',
    (type) => {
      const fault = said(type);
      expect(rejoinFault(wrapped(fault))).toBe(fault);
      expect(rejoinFault(fault)).toBe(fault);
    },
  );

  it('stays as it is when it says something else', () => {
    const error = wrapped(said('GROUP_AUTHORIZATION_FAILED'));
    expect(rejoinFault(error)).toBe(error);
  });
});
