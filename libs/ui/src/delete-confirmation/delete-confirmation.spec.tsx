import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from '../button/button.tsx';
import { DeleteConfirmation } from './delete-confirmation.tsx';

const onDelete = jest.fn<() => void>();
const Row = (state: { isPending?: boolean; error?: string }) => {
  const [isOpen, setIsOpen] = useState(false);
  const props = { entity: 'integration', identifier: 'Payroll', onDelete, onClose: () => setIsOpen(false), ...state };
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>Remove</Button>
      {isOpen && <DeleteConfirmation {...props} />}
    </>
  );
};
const open = async (state: { isPending?: boolean; error?: string } = {}) => {
  const { rerender } = render(<Row {...state} />);
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }));
  return rerender;
};
const dialog = () => screen.queryByRole('alertdialog', { name: 'Deleting integration' });

beforeEach(() => void onDelete.mockReset());

describe('DeleteConfirmation', () => {
  // spec: 2.48, 2.49, 2.50
  it('names the row that will be deleted', async () => {
    await open();
    expect(dialog()?.textContent).toContain('Are you sure you want to delete this integration?');
    expect(dialog()?.textContent).toContain('integration Payroll will be deleted permanently.');
  });

  // spec: 2.51
  it('deletes nothing on Enter, and returns the focus', async () => {
    await open();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.keyboard('{Enter}');
    expect(dialog()).toBeNull();
    expect(onDelete).not.toHaveBeenCalled();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove' })));
  });

  it('deletes when its button is pressed, and stays open until its parent closes it', async () => {
    await open();
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    expect(onDelete).toHaveBeenCalledTimes(1);
    expect(dialog()).not.toBeNull();
  });

  it('cannot be closed or confirmed again while deleting', async () => {
    const rerender = await open();
    rerender(<Row isPending />);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Please wait' }).disabled).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(dialog()).not.toBeNull();
  });

  it('shows the reason if deleting fails', async () => {
    await open({ error: 'The server cannot be reached.' });
    expect(screen.getByRole('alert').textContent).toBe('The server cannot be reached.');
  });
});
