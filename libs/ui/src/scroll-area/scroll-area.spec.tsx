import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ScrollArea } from './scroll-area.tsx';

const wait = (ms: number) =>
  act(() => {
    jest.advanceTimersByTime(ms);
  });
const area = () => screen.getByRole('region', { name: 'Details' });
const details = (
  <ScrollArea label="Details" maxHeight="10rem">
    long
  </ScrollArea>
);
const showsBar = () => area().hasAttribute('data-active');

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('ScrollArea', () => {
  // spec: 9.21
  it('hides its scrollbar 600 ms after the last scrolling', () => {
    render(details);
    expect(showsBar()).toBe(false);
    fireEvent.scroll(area());
    wait(500);
    fireEvent.scroll(area());
    wait(599);
    expect(showsBar()).toBe(true);
    wait(1);
    expect(showsBar()).toBe(false);
  });

  it('can be focused by keyboard', async () => {
    render(details);
    await userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) }).tab();
    expect(document.activeElement).toBe(area());
  });
});
