import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Pagination } from './pagination.tsx';

const onPageChange = jest.fn<(page: number, options: { replace: boolean }) => void>();
const show = (page: number, count: number, isBusy = false) => {
  onPageChange.mockReset();
  return render(<Pagination page={page} count={count} size={10} onPageChange={onPageChange} isBusy={isBusy} />);
};

describe('Pagination', () => {
  // spec: 4.31, 9.2
  it('is hidden if all rows fit on one page', () => {
    show(1, 10);
    expect(screen.queryByRole('navigation')).toBeNull();
  });

  // spec: 4.32
  it('moves by one page and jumps to a page', async () => {
    show(3, 95);
    await userEvent.click(screen.getByRole('button', { name: 'Next' }));
    await userEvent.click(screen.getByRole('button', { name: 'Prev' }));
    await userEvent.click(screen.getByRole('button', { name: 'Page 10' }));
    expect(onPageChange.mock.calls.map(([page]) => page)).toEqual([4, 2, 10]);
    expect(screen.getByRole('button', { name: 'Page 3' }).getAttribute('aria-current')).toBe('page');
    expect(screen.getByText('21–30 of 95')).toBeTruthy();
  });

  it('disables the previous button on the first page and the next button on the last page', () => {
    const { unmount } = show(1, 20);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Prev' }).disabled).toBe(true);
    unmount();
    show(2, 20);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  });

  // spec: 4.11
  it('moves to the last page if the current one no longer exists, even when hidden', () => {
    show(7, 31);
    expect(onPageChange).toHaveBeenCalledWith(4, { replace: true });
    show(2, 5);
    expect(onPageChange).toHaveBeenCalledWith(1, { replace: true });
  });

  it('marks an inexact count and shows no last page', () => {
    render(<Pagination page={1} count={10_000} size={10} isExact={false} onPageChange={onPageChange} />);
    expect(screen.getByText(/^1–10 of 10.000\+$/)).toBeTruthy();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Prev',
      '1',
      '2',
      '…',
      '1000',
      '…',
      'Next',
    ]);
  });

  it('ignores the count of an earlier query', () => {
    show(7, 31, true);
    expect(onPageChange).not.toHaveBeenCalled();
  });
});
