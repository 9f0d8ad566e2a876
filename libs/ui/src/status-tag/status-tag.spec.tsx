import { describe, expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { StatusTag } from './status-tag.tsx';

describe('StatusTag', () => {
  // spec: 2.65
  it.each([
    ['FAILURE', 'failure', true],
    ['SUCCESS', 'success', true],
    ['PENDING', 'pending', false],
  ])('shows %s as %s, with an icon: %s', (status, text, hasIndicator) => {
    const { container } = render(<StatusTag status={status} />);
    expect(container.textContent).toBe(text);
    expect(container.querySelector('svg') !== null).toBe(hasIndicator);
  });
});
