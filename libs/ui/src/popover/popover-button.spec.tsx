import { describe, expect, it } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PopoverButton } from './popover-button.tsx';

describe('PopoverButton', () => {
  it('opens a panel that Escape and its own controls close, and gets the focus back', async () => {
    render(
      <PopoverButton
        label="Time range"
        className=""
        renderPanel={(close) => (
          <button type="button" onClick={close}>
            Last hour
          </button>
        )}
      >
        All time
      </PopoverButton>,
    );
    const trigger = screen.getByRole('button', { name: 'All time' });
    await userEvent.click(trigger);
    await screen.findByRole('dialog', { name: 'Time range' });
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(trigger));
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Last hour' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(trigger));
  });
});
