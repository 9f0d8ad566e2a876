/** @jest-environment-options {"styles": true} */
import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Combobox, type ComboboxProps } from './combobox.tsx';
import type { ComboboxItem } from './combobox-item.ts';

const ORGANIZATIONS = ['Acme', 'Acme Corp', 'Bluefin'].map((text, index) => ({ id: index + 1, text }));
const found = (search: string) => ORGANIZATIONS.filter(({ text }) => text.toLowerCase().includes(search.toLowerCase()));

const load = jest.fn<(search: string, signal: AbortSignal) => Promise<ComboboxItem<number>[]>>();
const onChange = jest.fn<(id: number | null) => void>();

const Bound = ({ value: initial, ...props }: Partial<ComboboxProps<number>>) => {
  const [value, setValue] = useState(initial ?? null);
  const change = (id: number | null) => {
    setValue(id);
    onChange(id);
  };
  return <Combobox label="Organization" load={load} {...props} value={value} onChange={change} />;
};
const trigger = () => screen.getByRole('button', { name: /(?<!^Clear )Organization$/ });
const texts = () => screen.queryAllByRole('option').map((option) => option.textContent);
const offers = (expected: string[]) => waitFor(() => expect(texts()).toEqual(expected));
const isFocused = (name: string) =>
  waitFor(() => {
    const active = screen.getByRole('combobox', { name: 'Search...' }).getAttribute('aria-activedescendant');
    expect(screen.getByRole('option', { name }).id).toBe(active);
  });
const open = async () => {
  await userEvent.click(trigger());
  await offers(['Acme', 'Acme Corp', 'Bluefin']);
};
const NORTHWIND = { value: 77, chosen: { id: 77, text: 'Northwind' } };

beforeEach(() => {
  onChange.mockReset();
  load.mockReset().mockImplementation(async (search) => found(search));
});

describe('Combobox', () => {
  it('requests the list only when opened, and shows that it is loading', async () => {
    const { promise, resolve } = Promise.withResolvers<ComboboxItem<number>[]>();
    load.mockReturnValue(promise);
    render(<Bound />);
    expect(load).not.toHaveBeenCalled();
    await userEvent.click(trigger());
    expect((await screen.findByRole('status')).textContent).toBe('Searching…');
    resolve(found('blue'));
    await offers(['Bluefin']);
  });

  it('selects by keyboard, closes, and returns the focus', async () => {
    render(<Bound />);
    await userEvent.tab();
    await userEvent.keyboard('{Enter}');
    await offers(['Acme', 'Acme Corp', 'Bluefin']);
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await isFocused('Acme Corp');
    await userEvent.keyboard('{Enter}');
    expect(onChange.mock.calls).toEqual([[2]]);
    expect(screen.queryByRole('listbox')).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(trigger()));
    expect(trigger().textContent).toBe('Acme Corp');
  });

  it('selects the first result on Enter', async () => {
    render(<Bound />);
    await open();
    await userEvent.keyboard('blue');
    await offers(['Bluefin']);
    await isFocused('Bluefin');
    await userEvent.keyboard('{Enter}');
    expect(onChange.mock.calls).toEqual([[3]]);
  });

  it('keeps the selected item even if the search results lack it', async () => {
    render(<Bound {...NORTHWIND} />);
    expect(trigger().textContent).toBe('Northwind');
    await open();
    await userEvent.keyboard('blue');
    await offers(['Bluefin']);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(trigger().textContent).toBe('Northwind');
    expect(onChange).not.toHaveBeenCalled();
  });

  it('is cleared by the clear button and by the Delete key', async () => {
    const { unmount } = render(<Bound {...NORTHWIND} />);
    await userEvent.click(screen.getByRole('button', { name: 'Clear Organization' }));
    expect(trigger().textContent).toBe('Select an option');
    expect(document.activeElement).toBe(trigger());
    unmount();
    render(<Bound {...NORTHWIND} />);
    await userEvent.tab();
    await userEvent.keyboard('{Delete}');
    expect(onChange.mock.calls).toEqual([[null], [null]]);
    expect(screen.queryByRole('button', { name: /^Clear/ })).toBeNull();
  });

  it('reports an empty result', async () => {
    render(<Bound />);
    await open();
    await userEvent.keyboard('zzz');
    expect(await screen.findByText('No results.')).toBeTruthy();
    expect(texts()).toEqual([]);
  });

  it('can retry after the list failed to load', async () => {
    load.mockRejectedValueOnce(new Error('down'));
    render(<Bound />);
    await userEvent.click(trigger());
    expect((await screen.findByRole('alert')).textContent).toContain('The list could not be loaded.');
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await offers(['Acme', 'Acme Corp', 'Bluefin']);
  });
});

describe('a Combobox that adds items', () => {
  const onCreate = jest.fn<(text: string) => Promise<ComboboxItem<number>>>();

  // spec: 5.15
  it.each([
    ['acme', ['Acme', 'Acme Corp']],
    ['ACME CORP', ['Acme Corp']],
    ['acm', ['Acme', 'Acme Corp', 'Add “acm”']],
    ['zzz', ['Add “zzz”']],
  ])('offers for the text %s: %j', async (text, offered) => {
    render(<Bound onCreate={onCreate} />);
    await open();
    await userEvent.keyboard(text);
    await waitFor(() => expect(load).toHaveBeenLastCalledWith(text, expect.anything()));
    await offers(offered);
  });

  // spec: 5.16
  it('selects the added item', async () => {
    onCreate.mockImplementation(async (text) => ({ id: 9, text }));
    render(<Bound onCreate={onCreate} />);
    await open();
    await userEvent.keyboard('Zenith');
    await offers(['Add “Zenith”']);
    await userEvent.click(screen.getByRole('option'));
    await waitFor(() => expect(onChange.mock.calls).toEqual([[9]]));
    expect(trigger().textContent).toBe('Zenith');
  });

  it('keeps the selection and shows the reason if adding fails', async () => {
    onCreate.mockRejectedValue(new Error('Name is taken'));
    render(<Bound onCreate={onCreate} {...NORTHWIND} />);
    await open();
    await userEvent.keyboard('Zenith');
    await offers(['Add “Zenith”']);
    await isFocused('Add “Zenith”');
    await userEvent.keyboard('{Enter}');
    expect(await screen.findByText('Name is taken')).toBeTruthy();
    expect(trigger().textContent).toBe('Northwind');
    expect(onChange).not.toHaveBeenCalled();
  });
});
