import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SearchBox } from './search-box.tsx';

const onSearch = jest.fn<(term: string) => void>();
const user = userEvent.setup({ advanceTimers: (ms) => jest.advanceTimersByTime(ms) });
const box = () => screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search Events...' });
const show = (value: string) => <SearchBox placeholder="Search Events..." value={value} onSearch={onSearch} />;
const wait = (ms: number) =>
  act(() => {
    jest.advanceTimersByTime(ms);
  });

beforeEach(() => {
  jest.useFakeTimers();
  onSearch.mockReset();
});
afterEach(() => void jest.useRealTimers());

describe('SearchBox', () => {
  // spec: 9.3
  it('searches trimmed text after a 500 ms debounce', async () => {
    render(show(''));
    await user.type(box(), ' pay');
    wait(499);
    expect(onSearch).not.toHaveBeenCalled();
    wait(1);
    expect(onSearch.mock.calls).toEqual([['pay']]);
  });

  it('searches immediately on Enter, and does not search again after the debounce', async () => {
    render(show(''));
    await user.type(box(), 'pay{Enter}');
    expect(onSearch.mock.calls).toEqual([['pay']]);
    wait(1000);
    expect(onSearch).toHaveBeenCalledTimes(1);
  });

  it('keeps newly typed text when its value changes to the text of the last search', async () => {
    const { rerender } = render(show(''));
    await user.type(box(), 'pay');
    wait(500);
    await user.type(box(), 'r');
    rerender(show('pay'));
    expect(box().value).toBe('payr');
    wait(500);
    expect(onSearch.mock.calls).toEqual([['pay'], ['payr']]);
  });

  it('keeps newly typed text when its value changes to the text of an earlier search', async () => {
    const { rerender } = render(show(''));
    await user.type(box(), 'pay{Enter}');
    await user.type(box(), ' run{Enter}');
    rerender(show('pay'));
    expect(box().value).toBe('pay run');
    rerender(show('pay run'));
    expect(box().value).toBe('pay run');
    rerender(show('pay'));
    expect(box().value).toBe('pay');
  });

  it('follows an external change of its value', () => {
    const { rerender } = render(show('pay'));
    rerender(show('bank'));
    expect(box().value).toBe('bank');
    wait(1000);
    expect(onSearch).not.toHaveBeenCalled();
  });

  it('is cleared by Escape and by the clear button', async () => {
    const { unmount } = render(show('pay'));
    await user.type(box(), '{Escape}');
    expect(onSearch.mock.calls).toEqual([['']]);
    unmount();
    render(show('pay'));
    await user.click(screen.getByRole('button', { name: 'Clear search' }));
    expect(onSearch.mock.calls).toEqual([[''], ['']]);
  });
});
