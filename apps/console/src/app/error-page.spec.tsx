import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ErrorPage } from './error-page.tsx';

const refused = Object.assign(new Error('Payment Required'), { stack: 'Error: Payment Required\n    at pay (shop)' });

describe('the fallback error screen', () => {
  // spec: 2.72, 2.73, 2.74
  it('shows the message, and the stack on demand', async () => {
    const onRetry = jest.fn();
    render(<ErrorPage error={refused} onRetry={onRetry} />);
    expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy();
    expect(screen.getByText('Payment Required')).toBeTruthy();
    const details = screen.getByText(/at pay \(shop\)/).closest('details');
    expect(details?.open).toBe(false);
    await userEvent.click(screen.getByText('Show details'));
    expect(details?.open).toBe(true);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(onRetry).toHaveBeenCalledTimes(1);
  });

  // spec: 2.73, 2.74
  it('shows no stack if the error has none', () => {
    render(<ErrorPage error="down" onRetry={() => undefined} />);
    expect(screen.getByText('An unknown error occurred')).toBeTruthy();
    expect(screen.queryByText('Show details')).toBeNull();
  });
});
