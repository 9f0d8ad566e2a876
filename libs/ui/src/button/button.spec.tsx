import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Button } from './button.tsx';

describe('Button', () => {
  it('responds to mouse and keyboard', async () => {
    const onPress = jest.fn();
    render(<Button onPress={onPress}>Save</Button>);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.keyboard('{Enter}');
    expect(onPress).toHaveBeenCalledTimes(2);
  });

  // spec: 2.68
  it("shows 'Please wait' and is disabled while loading", () => {
    render(<Button isLoading>Save</Button>);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Please wait' }).disabled).toBe(true);
  });
});
