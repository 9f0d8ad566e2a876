import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Palette } from './palette.tsx';

const onAction = jest.fn<(id: string) => void>();
const onClose = jest.fn();
const NAMES = ['Events', 'Integrations', 'Organizations'];

const Bound = ({ isSearching = false }: { isSearching?: boolean }) => {
  const [term, setTerm] = useState('');
  const entries = NAMES.filter((text) => text.toLowerCase().includes(term)).map((text) => ({
    id: text,
    text,
    keys: ['g', text.charAt(0).toLowerCase()],
    onAction: () => onAction(text),
  }));
  return (
    <Palette
      label="Commands"
      placeholder="Find"
      term={term}
      onTermChange={setTerm}
      groups={[
        { title: 'Go to', entries },
        { title: 'Nothing', entries: [] },
      ]}
      isSearching={isSearching}
      onClose={onClose}
    />
  );
};
const chosen = () => {
  const id = screen.getByRole('combobox', { name: 'Find' }).getAttribute('aria-activedescendant') ?? '';
  return document.getElementById(id)?.textContent;
};

describe('Palette', () => {
  beforeEach(() => void jest.clearAllMocks());

  it('moves with arrow keys while the focus stays in the search, and runs the selected entry on Enter', async () => {
    render(<Bound />);
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Find' }));
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await waitFor(() => expect(chosen()).toContain('Integrations'));
    await userEvent.keyboard('{Enter}');
    expect(onAction).toHaveBeenLastCalledWith('Integrations');
  });

  it('selects the first match, and announces the number of matches', async () => {
    render(<Bound />);
    await userEvent.keyboard('or');
    await waitFor(() => expect(chosen()).toContain('Organizations'));
    expect(screen.getByRole('status').textContent).toBe('1 result');
    await userEvent.keyboard('{Enter}');
    expect(onAction).toHaveBeenLastCalledWith('Organizations');
  });

  it('shows groups with titles and shortcuts, and omits empty groups', () => {
    render(<Bound />);
    expect(screen.queryByRole('group', { name: 'Nothing' })).toBeNull();
    const group = within(screen.getByRole('group', { name: 'Go to' }));
    expect(group.getByRole('option', { name: /Events/ }).querySelectorAll('kbd')).toHaveLength(2);
  });

  it.each([
    [true, 'Searching…'],
    [false, 'No results.'],
  ])('shows for an empty result with isSearching=%s: %s', async (isSearching, text) => {
    render(<Bound isSearching={isSearching} />);
    await userEvent.keyboard('x');
    expect(screen.getByRole('status').textContent).toBe(text);
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});
