import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { TimeRange } from './time-range.ts';
import { TimeRangePanel } from './time-range-panel.tsx';

const show = (value: TimeRange = {}) => {
  const [onChange, onClose] = [jest.fn<(range: TimeRange) => void>(), jest.fn()];
  const queryClient = new QueryClient();
  render(
    <QueryClientProvider client={queryClient}>
      <TimeRangePanel value={value} onChange={onChange} onClose={onClose} />
    </QueryClientProvider>,
  );
  return { onChange, onClose, queryClient, typed: screen.getByLabelText('Relative') };
};

describe('the choice of a time range', () => {
  beforeEach(() => localStorage.clear());

  it('accepts a typed range that ends now or earlier', async () => {
    const { onChange, onClose, typed } = show();
    await userEvent.type(typed, 'now-7d to now-1d{Enter}');
    expect(onChange).toHaveBeenLastCalledWith({ range: '7d-1d' });
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('explains the syntax after an invalid range was typed, and stays open', async () => {
    const { onChange, onClose, typed } = show({ range: '1h' });
    await userEvent.type(typed, '2 parsecs{Enter}');
    expect(screen.getByRole('alert').textContent).toBe('Type -2h, 30 minutes, today, yesterday, or now-7d to now-1d');
    expect(typed.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id);
    expect([onChange.mock.calls, onClose.mock.calls]).toEqual([[], []]);
    await userEvent.clear(typed);
    await userEvent.type(typed, 'yesterday{Enter}');
    expect(onChange).toHaveBeenLastCalledWith({ range: 'yesterday' });
  });

  it('refetches a range of today when the time zone changes, because today then covers other hours', async () => {
    const { queryClient, onClose } = show({ range: 'today' });
    queryClient.setQueryData(['events'], 'of the other day');
    await userEvent.click(screen.getByRole('radio', { name: 'UTC' }));
    expect(queryClient.getQueryState(['events'])?.isInvalidated).toBe(true);
    expect(onClose).not.toHaveBeenCalled();
  });

  it('marks the chosen range', () => {
    show({ range: '24h' });
    const pressed = screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
    expect(pressed).toContain('Last 24 hours');
    expect(pressed).not.toContain('All time');
  });
});
