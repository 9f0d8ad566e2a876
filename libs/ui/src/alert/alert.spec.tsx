import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Alert, type AlertVariant } from './alert.tsx';

describe('Alert', () => {
  it.each<[AlertVariant, string]>([
    ['default', 'status'],
    ['info', 'status'],
    ['warning', 'alert'],
    ['danger', 'alert'],
  ])('renders the variant %s with the role %s', (variant, role) => {
    render(
      <Alert variant={variant} title="Not connected" action={<button type="button">Connect</button>}>
        Connect an organization first.
      </Alert>,
    );
    expect(screen.getByRole(role).textContent).toBe('Not connectedConnect an organization first.Connect');
    expect(screen.getByRole('button', { name: 'Connect' })).toBeTruthy();
  });
});
