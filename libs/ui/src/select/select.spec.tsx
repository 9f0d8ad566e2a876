import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Select } from './select.tsx';

const onChange = jest.fn<(value: string) => void>();
const show = (value: string | null, error?: string) => {
  render(
    <Select
      label="Integration type"
      options={[
        { value: 'lambda', text: 'Lambda' },
        { value: 'other', text: 'Other' },
        { value: 'legacy', text: 'Legacy', isDisabled: true },
      ]}
      value={value}
      onChange={onChange}
      {...(error !== undefined && { error })}
    />,
  );
  return screen.getByRole('button', { name: /Integration type$/ });
};

beforeEach(() => void onChange.mockReset());

describe('Select', () => {
  it('shows the placeholder until a value is selected', () => {
    expect(show(null).textContent).toBe('Select an option');
  });

  it('selects by keyboard and returns the focus', async () => {
    const trigger = show('lambda');
    expect(trigger.textContent).toBe('Lambda');
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(screen.getByRole('option', { name: 'Lambda', selected: true })).toBeTruthy();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onChange.mock.calls).toEqual([['other']]);
    await waitFor(() => expect(document.activeElement).toBe(trigger));
  });

  it('selects by typing, open or closed', async () => {
    show(null);
    await userEvent.tab();
    await userEvent.keyboard('o');
    expect(onChange.mock.calls).toEqual([['other']]);
    await userEvent.keyboard('{ArrowDown}');
    await userEvent.keyboard('lam{Enter}');
    expect(onChange).toHaveBeenLastCalledWith('lambda');
  });

  it('does not select a disabled item', async () => {
    const trigger = show(null);
    await userEvent.click(trigger);
    await userEvent.click(screen.getByRole('option', { name: 'Legacy' }));
    expect(onChange).not.toHaveBeenCalled();
  });

  // spec: 5.27
  it('shows its error and announces it', () => {
    const trigger = show(null, 'Required');
    const ids = trigger.getAttribute('aria-describedby')?.split(' ') ?? [];
    expect(ids.map((id) => document.getElementById(id)?.textContent).join('')).toBe('Required');
  });
});
