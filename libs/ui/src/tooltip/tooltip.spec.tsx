import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from '../button/button.tsx';
import { Tooltip } from './tooltip.tsx';

const wait = (ms: number) =>
  act(() => {
    jest.advanceTimersByTime(ms);
  });
const user = userEvent.setup({ advanceTimers: wait });
const text = () => screen.queryByRole('tooltip')?.textContent;
const button = (name: string) => screen.getByRole('button', { name });

beforeEach(async () => {
  jest.useFakeTimers();
  render(
    <>
      <Tooltip text="Write to us">
        <Button>Support</Button>
      </Tooltip>
      <Tooltip text="Take a copy">
        <Button>Copy</Button>
      </Tooltip>
    </>,
  );
  // React Aria ignores hovering before the pointer has moved.
  fireEvent.mouseMove(document.body);
  await user.hover(document.body);
});
afterEach(() => {
  wait(2000);
  jest.useRealTimers();
});

describe('Tooltip', () => {
  // spec: 9.19
  it('opens after 700 ms and describes its control', async () => {
    await user.hover(button('Support'));
    wait(699);
    expect(text()).toBeUndefined();
    wait(1);
    expect(text()).toBe('Write to us');
    expect(button('Support').getAttribute('aria-describedby')).toBe(screen.getByRole('tooltip').id);
  });

  it('does not open when the pointer passes quickly', async () => {
    await user.hover(button('Support'));
    wait(600);
    await user.unhover(button('Support'));
    wait(1000);
    expect(text()).toBeUndefined();
  });

  // spec: 9.20
  it.each([
    [250, 'Take a copy'],
    [350, undefined],
  ])('shows immediately at the next control after a pause of %d ms: %s', async (pause, shown) => {
    await user.hover(button('Support'));
    wait(700);
    await user.unhover(button('Support'));
    wait(100);
    expect(text()).toBeUndefined();
    wait(pause);
    await user.hover(button('Copy'));
    wait(1);
    expect(text()).toBe(shown);
  });

  it('opens immediately on keyboard focus, and closes with Escape', async () => {
    await user.tab();
    wait(1);
    expect(text()).toBe('Write to us');
    await user.keyboard('{Escape}');
    wait(1);
    expect(text()).toBeUndefined();
  });
});
