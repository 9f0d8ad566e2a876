import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialog } from '../dialog/dialog.tsx';
import { DockedDialog } from './docked-dialog.tsx';

const show = (onClose = () => undefined as void) => (
  <DockedDialog name="event" title="Event Details" onClose={onClose} tools={<button type="button">Next event</button>}>
    Payrun completed
  </DockedDialog>
);
const panel = () => screen.getByRole('dialog', { name: 'Event Details' });
const edge = () => screen.getByRole('separator', { name: 'Width of Event Details' });

describe('DockedDialog', () => {
  beforeEach(() => localStorage.clear());

  it('takes the focus, leaves the page usable, and returns the focus', async () => {
    render(<button type="button">Payroll</button>);
    const opener = screen.getByRole('button', { name: 'Payroll' });
    opener.focus();
    const { unmount } = render(show());
    expect(document.activeElement).toBe(panel());
    expect(opener.closest('[inert], [aria-hidden=true]')).toBeNull();
    unmount();
    expect(document.activeElement).toBe(opener);
  });

  it('leaves the focus where the user moved it', () => {
    render(<input aria-label="Search" />);
    const { unmount } = render(show());
    screen.getByRole('textbox', { name: 'Search' }).focus();
    unmount();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Search' }));
  });

  it('closes on Escape, unless a modal dialog is open', async () => {
    const onClose = jest.fn();
    const onCloseDialog = jest.fn();
    render(show(onClose));
    const over = render(
      <Dialog title="Export" onClose={onCloseDialog}>
        as CSV
      </Dialog>,
    );
    await userEvent.keyboard('{Escape}');
    expect(onCloseDialog).toHaveBeenCalledTimes(1);
    expect(onClose).not.toHaveBeenCalled();
    over.unmount();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Export' })).toBeNull());
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('can be resized with the keyboard within limits, and keeps its width', async () => {
    const { unmount } = render(show());
    edge().focus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(edge().getAttribute('aria-valuenow')).toBe('504');
    await userEvent.keyboard('{Home}{ArrowRight}');
    expect(edge().getAttribute('aria-valuenow')).toBe('360');
    await userEvent.keyboard('{End}{ArrowLeft}');
    expect(panel().style.width).toBe('960px');
    unmount();
    render(show());
    expect(panel().style.width).toBe('960px');
  });
});
