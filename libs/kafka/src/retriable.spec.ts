import { describe, expect, it } from '@jest/globals';
import { rejoinFault } from './retriable.ts';

const said = (type: string): Error => Object.assign(new Error(type), { type });
const wrapped = (cause: Error): Error => new Error(cause.message, { cause });

describe('the error of a commit', () => {
  it.each(['REBALANCE_IN_PROGRESS', 'ILLEGAL_GENERATION', 'UNKNOWN_MEMBER_ID', 'NOT_COORDINATOR_FOR_GROUP'])(
    "is Kafka's own when the group has moved on: %s",
    (type) => {
      const fault = said(type);
      expect(rejoinFault(wrapped(fault))).toBe(fault);
      expect(rejoinFault(fault)).toBe(fault);
    },
  );

  it('is not changed for any other reason', () => {
    const error = wrapped(said('GROUP_AUTHORIZATION_FAILED'));
    expect(rejoinFault(error)).toBe(error);
  });
});
