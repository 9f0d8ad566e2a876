import { describe, expect, it } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy } from 'react';
import { PopoverButton } from './popover-button.tsx';

const Never = lazy(() => new Promise<never>(() => undefined));

describe('PopoverButton', () => {
  it('opens a panel with a loading message until the content has loaded', async () => {
    render(
      <PopoverButton label="Saved views" className="" renderPanel={() => <Never />}>
        Views
      </PopoverButton>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Views' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Saved views' }));
    expect(panel.getByRole('status').textContent).toBe('Loading Saved views');
  });

  it('gets the focus back when Escape or a control closes the panel', async () => {
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
