/** @jest-environment-options {"styles": true} */
import { describe, expect, it } from '@jest/globals';
import { render, screen, within } from '@testing-library/react';
import { List, ListRow, SectionHeader, Stack } from './layout.tsx';

describe('SectionHeader', () => {
  it('names a section by its heading, and shows its tools and its lead text', () => {
    render(
      <section aria-labelledby="invoices">
        <SectionHeader
          heading="Invoices"
          id="invoices"
          lead="The last 12 months."
          tools={<button type="button">Export</button>}
        />
      </section>,
    );
    const section = within(screen.getByRole('region', { name: 'Invoices' }));
    expect(section.getByRole('heading', { level: 2, name: 'Invoices' })).toBeTruthy();
    expect(section.getByText('The last 12 months.')).toBeTruthy();
    expect(section.getByRole('button', { name: 'Export' })).toBeTruthy();
  });
});

describe('List', () => {
  it('is a named list with one item per row', () => {
    render(
      <List label="Invoices">
        <ListRow>August</ListRow>
        <ListRow>September</ListRow>
      </List>,
    );
    expect(within(screen.getByRole('list', { name: 'Invoices' })).getAllByRole('listitem')).toHaveLength(2);
  });
});

describe('Stack', () => {
  it('separates its children by the given step of the spacing scale', () => {
    const { container } = render(
      <>
        <Stack gap={2}>few</Stack>
        <Stack gap={6}>many</Stack>
      </>,
    );
    const [narrow, wide] = [...container.children].map((stack) => getComputedStyle(stack).gap);
    expect(narrow).not.toBe(wide);
  });
});
