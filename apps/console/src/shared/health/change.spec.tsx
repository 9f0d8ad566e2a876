import { describe, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { Change, type ChangeProps } from './change.tsx';

const textOf = (props: Partial<ChangeProps>) =>
  render(<Change now={0} before={0} period="24 h" {...props} />).container.textContent;

describe('the comparison of a number with the previous period', () => {
  it.each([
    [10, 10, 'Same as the previous 24 h'],
    [12, 10, 'Up 20% from the previous 24 h'],
    [6, 10, 'Down 40% from the previous 24 h'],
    [0, 10, 'Down 100% from the previous 24 h'],
    [20, 10, '2× the previous 24 h'],
    [43, 10, '4.3× the previous 24 h'],
    [1_186, 10, '119× the previous 24 h'],
    [7, 0, 'None in the previous 24 h'],
    [7, null, 'No earlier data to compare'],
  ])('shows %p, after %p in the previous period, as "%s"', (now, before, text) =>
    expect(textOf({ now, before })).toBe(text),
  );

  it('compares shares by percentage points, and names a period of 1 h "the previous hour"', () => {
    expect(textOf({ now: 0.1, before: 0.05, isShare: true })).toBe('Up 5 points from the previous 24 h');
    expect(textOf({ now: 4, before: 2, period: '1 h' })).toBe('2× the previous hour');
  });
});
