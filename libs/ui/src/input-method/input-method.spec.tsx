import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import { leaveKeysToInputMethod } from './input-method.ts';

describe('a key that an input method handles', () => {
  beforeAll(() => leaveKeysToInputMethod(window));

  it.each([
    ['does not reach the page during composition', { isComposing: true }, 0],
    ['does not reach the page at the end of composition in Safari', { keyCode: 229 }, 0],
    ['reaches the page without composition', {}, 1],
  ])('%s', (_, how, times) => {
    const onKeyDown = jest.fn();
    render(<input aria-label="Box" onKeyDown={onKeyDown} />);
    fireEvent.keyDown(screen.getByRole('textbox'), { key: 'Enter', ...how });
    expect(onKeyDown).toHaveBeenCalledTimes(times);
  });
});
