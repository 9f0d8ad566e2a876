import { afterEach, expect, it, jest } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import { toast, ToastRegion } from './toast.tsx';

afterEach(() => void jest.useRealTimers());

// spec: 9.14
it('a toast closes by itself after four seconds', async () => {
  render(<ToastRegion />);
  // The first toast loads the code of toasts.
  act(() => void toast('info', 'The first'));
  await screen.findByText('The first');
  jest.useFakeTimers();
  act(() => void toast('success', 'Briefly'));
  const shown = await waitFor(() => {
    const item = screen.getByText('Briefly').closest('li');
    if (item === null) throw new Error('it is in no toast');
    return item;
  });
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  await pass(3_900);
  expect(shown.dataset['removed']).toBe('false');
  await pass(100);
  expect(shown.dataset['removed']).toBe('true');
});
