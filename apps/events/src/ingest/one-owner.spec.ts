import { describe, expect, it } from '@jest/globals';
import { AssignerProtocol } from 'kafkajs';
import { oldest } from './one-owner.ts';

const member = (memberId: string, since: string) => ({
  memberId,
  memberMetadata: AssignerProtocol.MemberMetadata.encode({ version: 1, topics: ['t'], userData: Buffer.from(since) }),
});

describe('oldest', () => {
  it('is who has been there longest, whatever its id and its place', () => {
    expect(oldest([member('a', '300'), member('b', '200'), member('c', '1000')])).toBe('b');
  });

  it('is one and the same of those that began together, and never one that does not say', () => {
    expect(oldest([member('b', '200'), member('a', '200')])).toBe('a');
    expect(oldest([member('a', ''), member('b', '200')])).toBe('b');
  });

  it('is nobody in an empty group', () => {
    expect(oldest([])).toBeUndefined();
  });
});
