import { describe, expect, it } from '@jest/globals';
import { rejoinFault } from './retriable.ts';

const errorOf = (type: string): Error => Object.assign(new Error(type), { type });
const wrapped = (cause: Error): Error => new Error(cause.message, { cause });

describe('rejoinFault', () => {
  it.each(['REBALANCE_IN_PROGRESS', 'ILLEGAL_GENERATION', 'UNKNOWN_MEMBER_ID', 'NOT_COORDINATOR_FOR_GROUP'])(
    "returns Kafka's own error when the member has to rejoin its group: %s",
    (type) => {
      const fault = errorOf(type);
      expect(rejoinFault(wrapped(fault))).toBe(fault);
      expect(rejoinFault(fault)).toBe(fault);
    },
  );

  it('returns any other error unchanged', () => {
    const error = wrapped(errorOf('GROUP_AUTHORIZATION_FAILED'));
    expect(rejoinFault(error)).toBe(error);
  });
});
