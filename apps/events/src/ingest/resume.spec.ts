import { describe, expect, it } from '@jest/globals';
import { formatEpoch, parseEpoch, resumeAfter } from './resume.ts';

describe('resumeAfter', () => {
  it('starts at offset 0 when nothing is stored', () => {
    expect(resumeAfter({ stored: undefined, committedEpoch: 0, logEnd: 50 })).toEqual({
      epoch: 0,
      from: 0,
      isNewLog: false,
    });
  });

  it('resumes after the highest stored offset', () => {
    const stored = { epoch: 0, offset: 49 };
    expect(resumeAfter({ stored, committedEpoch: 0, logEnd: 50 })).toEqual({ epoch: 0, from: 50, isNewLog: false });
  });

  it('starts a new epoch when the stored offset is beyond the end of the log', () => {
    const stored = { epoch: 0, offset: 50 };
    expect(resumeAfter({ stored, committedEpoch: 0, logEnd: 50 })).toEqual({ epoch: 1, from: 0, isNewLog: true });
  });

  it('skips no record of a recreated log that is longer than the old one', () => {
    const stored = { epoch: 0, offset: 50 };
    expect(resumeAfter({ stored, committedEpoch: 1, logEnd: 900 })).toEqual({ epoch: 1, from: 0, isNewLog: false });
  });

  it('keeps an epoch that is only in the rows', () => {
    const stored = { epoch: 2, offset: 7 };
    expect(resumeAfter({ stored, committedEpoch: 0, logEnd: 900 })).toEqual({ epoch: 2, from: 8, isNewLog: false });
  });
});

describe('the epoch in a commit', () => {
  it('round-trips, and is 0 in commits without one', () => {
    expect(parseEpoch(formatEpoch(3))).toBe(3);
    expect(['', null, undefined, 'x'].map(parseEpoch)).toEqual([0, 0, 0, 0]);
  });
});
