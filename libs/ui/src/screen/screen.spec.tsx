import { describe, expect, it } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { Screen } from './screen.tsx';

describe('Screen', () => {
  it('is a region named by its heading, with its actions next to the heading', () => {
    render(
      <Screen heading="Refused events" lead="Of the last 30 days." tools={<button type="button">Export</button>}>
        <p>Nothing was refused.</p>
      </Screen>,
    );
    const region = screen.getByRole('region', { name: 'Refused events' });
    const inside = within(region);
    expect(inside.getByRole('heading', { level: 1, name: 'Refused events' })).toBeTruthy();
    for (const text of ['Of the last 30 days.', 'Export', 'Nothing was refused.'])
      expect(inside.getByText(text)).toBeTruthy();
  });

  it('has the back link before its heading', () => {
    render(
      <Screen heading="Entitlements" back={<a href="/billing">Back</a>}>
        <p>None yet.</p>
      </Screen>,
    );
    const follows = screen.getByRole('link').compareDocumentPosition(screen.getByRole('heading'));
    expect(follows).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });
});
