import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Segments } from './segments.tsx';

describe('Segments', () => {
  it('is a radio group that users operate with the arrow keys', async () => {
    const onChange = jest.fn<(zone: 'local' | 'utc') => void>();
    render(
      <Segments
        label="Time zone"
        options={[
          { id: 'local', text: 'Local' },
          { id: 'utc', text: 'UTC' },
        ]}
        value="local"
        onChange={onChange}
      />,
    );
    expect(screen.getByRole('group', { name: 'Time zone' })).toBeTruthy();
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'Local', checked: true }));
    await userEvent.keyboard('{ArrowRight}');
    expect(onChange).toHaveBeenCalledWith('utc');
  });
});
