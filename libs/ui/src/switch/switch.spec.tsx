import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Switch } from './switch.tsx';

const LABEL = 'Integrations active status';
const onChange = jest.fn<(value: boolean) => void>();
const toggle = () => screen.getByRole<HTMLInputElement>('switch', { name: LABEL });

describe('Switch', () => {
  it('toggles by its label and by the space bar', async () => {
    onChange.mockReset();
    render(<Switch label={LABEL} value={undefined} onChange={onChange} />);
    expect(toggle().checked).toBe(false);
    await userEvent.click(screen.getByText(LABEL));
    await userEvent.keyboard(' ');
    expect(onChange.mock.calls).toEqual([[true], [true]]);
  });

  it('does not change when read-only', async () => {
    onChange.mockReset();
    render(<Switch label={LABEL} value onChange={onChange} isReadOnly />);
    await userEvent.click(toggle());
    expect(toggle().checked).toBe(true);
    expect(onChange).not.toHaveBeenCalled();
  });

  it('shows its error', () => {
    render(<Switch label={LABEL} value onChange={onChange} error={{ message: 'Not allowed' }} description="On air" />);
    expect(screen.getByText('Not allowed')).toBeTruthy();
    expect(screen.queryByText('On air')).toBeNull();
  });
});
