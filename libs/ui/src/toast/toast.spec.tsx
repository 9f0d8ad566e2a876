import { beforeAll, describe, expect, it, jest } from '@jest/globals';
import { act, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { toast as show, ToastRegion, type ToastType } from './toast.tsx';

const TYPES: ToastType[] = ['success', 'info', 'warning', 'error', 'loading'];
const toast = (...words: Parameters<typeof show>) => {
  const shown: (() => void)[] = [];
  act(() => void shown.push(show(...words)));
  return () => shown.forEach((dismiss) => dismiss());
};
const item = async (title: string) => {
  const found = (await screen.findByText(title)).closest('li');
  if (!found) throw new Error(`${title} is in no toast`);
  return found;
};

beforeAll(() => {
  // jsdom lacks this pointer function.
  Object.assign(HTMLElement.prototype, { setPointerCapture: () => undefined });
});

/** Swipes a toast for one second, which is too slow for a flick. */
const swipe = (target: HTMLElement, pixels: number) => {
  const now = Date.now();
  const at = (name: 'pointerDown' | 'pointerMove' | 'pointerUp', x: number) =>
    fireEvent(target, Object.assign(createEvent[name](target, { button: 0 }), { clientX: x, clientY: 0 }));
  at('pointerDown', 0);
  at('pointerMove', 2);
  at('pointerMove', pixels);
  jest
    .spyOn(Date.prototype, 'getTime')
    .mockReturnValueOnce(now + 1000)
    .mockReturnValueOnce(now);
  at('pointerUp', pixels);
  jest.restoreAllMocks();
};

describe('toasts', () => {
  // spec: 2.71
  it.each(TYPES)('announce their text if they have the type %s', async (type) => {
    render(<ToastRegion />);
    const dismiss = toast(type, `A ${type}`, 'and more');
    const shown = await item(`A ${type}`);
    expect(shown.getAttribute('data-type')).toBe(type);
    expect(shown.textContent).toContain('and more');
    dismiss();
    await waitFor(() => expect(screen.queryByText(`A ${type}`)).toBeNull());
  });

  // spec: 9.16, 9.18
  it('appear at the bottom right, 356 px wide, 14 px apart, and get the focus with Alt+T', async () => {
    render(<ToastRegion />);
    const dismiss = toast('info', 'Look');
    const list = (await item('Look')).closest('ol');
    expect(list?.dataset).toMatchObject({ xPosition: 'right', yPosition: 'bottom' });
    expect(list?.style.getPropertyValue('--width')).toBe('356px');
    expect(list?.style.getPropertyValue('--gap')).toBe('14px');
    fireEvent.keyDown(document, { altKey: true, code: 'KeyT' });
    expect(document.activeElement).toBe(list);
    act(() => list?.blur());
    dismiss();
    await waitFor(() => expect(screen.queryByText('Look')).toBeNull());
  });

  // spec: 9.15
  it('show at most three at once', async () => {
    render(<ToastRegion />);
    const dismissals = ['one', 'two', 'three', 'four'].map((title) => toast('info', title));
    await item('four');
    await waitFor(() =>
      expect(screen.getAllByRole('listitem').map((shown) => shown.dataset['visible'])).toEqual([
        'true',
        'true',
        'true',
        'false',
      ]),
    );
    for (const dismiss of dismissals) dismiss();
    await waitFor(() => expect(screen.queryAllByRole('listitem')).toEqual([]));
  });

  it('merge if their text is equal', async () => {
    render(<ToastRegion />);
    toast('error', 'Again');
    const dismiss = toast('error', 'Again');
    await item('Again');
    expect(screen.getAllByText('Again')).toHaveLength(1);
    dismiss();
    await waitFor(() => expect(screen.queryByText('Again')).toBeNull());
  });

  // spec: 9.17
  it.each([
    [19, 'stay'],
    [20, 'go'],
  ])('that are swiped by %d px %s', async (pixels, direction) => {
    render(<ToastRegion />);
    const dismiss = toast('warning', 'Swipe me');
    swipe(await item('Swipe me'), pixels);
    const shown = screen.getByText('Swipe me').closest('li');
    expect(shown?.dataset['swipeOut']).toBe(String(direction === 'go'));
    dismiss();
    await waitFor(() => expect(screen.queryByText('Swipe me')).toBeNull());
  });
});
