import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EventHistogram } from '@portico/contracts/http/events';
import { Histogram } from './histogram.tsx';

const START = Date.UTC(2026, 0, 1, 10);
const minute = (index: number) => new Date(START + index * 60_000).toISOString();
const HISTOGRAM: EventHistogram = {
  from: minute(0),
  to: minute(10),
  step: 60,
  buckets: Array.from({ length: 10 }, (_, index) => ({ at: minute(index), success: index, failure: index % 2 })),
  countedFrom: null,
  cursor: '',
};

const onRange = jest.fn<(from: string, to: string) => void>();
const onShown = jest.fn<(isShown: boolean) => void>();
const show = (histogram = HISTOGRAM, isShown = true) => {
  onRange.mockReset();
  render(<Histogram {...{ histogram, isShown, onShown, onRange }} period="Last hour" zone="utc" isBusy={false} />);
};
const slider = () => screen.getByRole('slider', { name: 'Time range' });

describe('the histogram', () => {
  it('counts by result and labels its bars', () => {
    show();
    expect(screen.getByRole('figure', { name: 'Events per min' })).toBeTruthy();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['45 success', '5 failure']);
    expect(slider().getAttribute('aria-valuetext')).toMatch(
      /^Jan 1, 10:00.AM – Jan 1, 10:10.AM: 45 success, 5 failure$/,
    );
  });

  it('selects a range with the arrow keys and Enter', async () => {
    show();
    await userEvent.tab();
    await userEvent.tab();
    expect(document.activeElement).toBe(slider());
    await userEvent.keyboard('{Home}{ArrowRight}{ArrowRight}');
    expect(slider().getAttribute('aria-valuetext')).toMatch(/10:02.AM – .*10:03.AM: 2 success, 0 failure$/);
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
    expect(slider().getAttribute('aria-valuetext')).toMatch(/10:02.AM – .*10:05.AM: 9 success, 1 failure$/);
    await userEvent.keyboard('{Enter}');
    expect(onRange.mock.calls).toEqual([[minute(2), minute(5)]]);
  });

  it('clears a range on Escape', async () => {
    show();
    await userEvent.tab();
    await userEvent.tab();
    await userEvent.keyboard('{Home}{Shift>}{ArrowRight}{/Shift}{Escape}{Enter}');
    expect(onRange).not.toHaveBeenCalled();
  });

  it('selects a range by dragging in either direction', () => {
    show();
    const plot = slider().parentElement;
    if (plot === null) throw new Error('no plot');
    jest.spyOn(plot, 'getBoundingClientRect').mockReturnValue(DOMRect.fromRect({ x: 100, width: 500, height: 80 }));
    plot.setPointerCapture = () => undefined;
    // jsdom's pointer events have no coordinates.
    const point = (type: string, clientX: number) =>
      fireEvent(plot, new MouseEvent(type, { bubbles: true, clientX, buttons: 1 }));
    point('pointerdown', 480);
    point('pointermove', 230);
    point('pointerup', 230);
    expect(onRange.mock.calls).toEqual([[minute(2), minute(8)]]);
  });

  it('shows which period it covers, and can be collapsed to its counts', async () => {
    show(HISTOGRAM, false);
    expect(screen.getByText('Last hour')).toBeTruthy();
    expect(screen.getByText('45')).toBeTruthy();
    expect(screen.queryByRole('slider')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Histogram', expanded: false }));
    expect(onShown.mock.calls).toEqual([[true]]);
  });

  it('shows the start of the counted period if the count is inexact', () => {
    show({ ...HISTOGRAM, countedFrom: minute(0) });
    expect(screen.getByText(/^Counted since Jan 1/)).toBeTruthy();
  });
});
