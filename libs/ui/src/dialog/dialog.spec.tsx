import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Dialog } from './dialog.tsx';

describe('Dialog', () => {
  it.each(['center', 'start', 'end'] as const)(
    'is named by its title and closes on Escape with placement %s',
    async (at) => {
      const onClose = jest.fn();
      render(
        <Dialog
          title="Event Details"
          placement={at}
          tools={<button type="button">Next event</button>}
          onClose={onClose}
        >
          Payrun completed
        </Dialog>,
      );
      expect(screen.getByRole('dialog', { name: 'Event Details' }).textContent).toContain('Payrun completed');
      expect(screen.getByRole('button', { name: 'Next event' })).toBeTruthy();
      await userEvent.keyboard('{Escape}');
      expect(onClose).toHaveBeenCalled();
    },
  );
});
