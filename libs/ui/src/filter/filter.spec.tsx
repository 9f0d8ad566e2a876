import { describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Filter } from './filter.tsx';

const onChange = jest.fn<(value: string | null) => void>();
const show = (value: string | null) => {
  onChange.mockReset();
  render(<Filter label="Status" options={['SUCCESS', 'FAILURE']} value={value} onChange={onChange} />);
};

describe('Filter', () => {
  // spec: 2.34, 2.35
  it('selects one value by keyboard', async () => {
    show(null);
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /Status\s*Select Filter/ }));
    await userEvent.keyboard('{Enter}');
    expect((await screen.findAllByRole('menuitemradio')).map((item) => item.textContent)).toEqual([
      'SUCCESS',
      'FAILURE',
    ]);
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(onChange).toHaveBeenCalledWith('FAILURE');
    expect(screen.queryByRole('menu')).toBeNull();
  });

  // spec: 2.34
  it('clears when the selected value is clicked again', async () => {
    show('FAILURE');
    await userEvent.click(screen.getByRole('button', { name: /Status\s*FAILURE/ }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'FAILURE', checked: true }));
    expect(onChange).toHaveBeenCalledWith(null);
  });

  it('lists a value from the URL, so that the user can clear it', async () => {
    show('UNHEARD');
    await userEvent.click(screen.getByRole('button', { name: /UNHEARD/ }));
    expect(await screen.findByRole('menuitemradio', { name: 'UNHEARD', checked: true })).toBeTruthy();
  });

  it('closes on Escape and returns the focus', async () => {
    show(null);
    const trigger = screen.getByRole('button', { name: /Status/ });
    await userEvent.click(trigger);
    await screen.findByRole('menu');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(trigger));
    expect(onChange).not.toHaveBeenCalled();
  });
});
