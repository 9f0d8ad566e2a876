import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeEvents } from '../../../testing/fake-events.ts';
import { eventAt } from '../../../testing/fixtures.ts';
import { renderConsole } from '../../../testing/render-console.tsx';

const ROWS = Array.from({ length: 12 }, (_, offset) => eventAt(offset));
const show = (path: string, rows = ROWS) => renderConsole({ path, usertype: 'ADMIN', api: fakeEvents(rows) });
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Event Details' }));

describe('the open event in a wide window', () => {
  const wide = (query: string) =>
    ({ media: query, matches: true, addEventListener: () => undefined, removeEventListener: () => undefined }) as never;
  const narrow = window.matchMedia;
  beforeEach(() => {
    window.matchMedia = wide;
  });
  afterEach(() => {
    window.matchMedia = narrow;
  });

  it('appears next to the list, which stays usable, and changes when the viewer opens another row', async () => {
    const { location } = show('/dashboard');
    await userEvent.click(await screen.findByText('payrun.11'));
    await (await dialog()).findByText('Run 11 is done');
    await userEvent.click(screen.getByText('payrun.9'));
    await (await dialog()).findByText('Run 9 is done');
    expect(
      screen.getByRole('combobox', { name: 'Search Events...' }).closest('[inert], [aria-hidden=true]'),
    ).toBeNull();
    await userEvent.keyboard('j');
    await (await dialog()).findByText('Run 8 is done');
    // In the search box, j and k are text.
    const search = screen.getByRole<HTMLInputElement>('combobox', { name: 'Search Events...' });
    await userEvent.type(search, 'jk');
    expect(search.value).toBe('jk');
    expect((await dialog()).getByText('Run 8 is done')).toBeTruthy();
    await userEvent.clear(search);
    await userEvent.click((await dialog()).getByRole('button', { name: 'Next event' }));
    await (await dialog()).findByText('Run 7 is done');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(location()).toBe('/dashboard'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('changes the rows of the list: the message comes first, and a time of today has no date', async () => {
    const today = new Date(new Date().setHours(11, 37, 5, 595)).toISOString();
    show('/dashboard', [eventAt(0), eventAt(1, { timestamp: today })]);
    await userEvent.click(await screen.findByText('payrun.0'));
    await dialog();
    const [, first, second] = screen.getAllByRole('row');
    const texts = (row: HTMLElement | undefined) =>
      within(row as HTMLElement)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    await waitFor(() => expect(texts(first)[3]).toBe('Run 1 is done payrun.1'));
    expect(texts(first)[4]).toBe('11:37:05.595');
    expect(texts(second)[4]).toMatch(/Jan 1, /);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(texts(first)[3]).toBe('payrun.1 Run 1 is done'));
  });

  it('does not react to j and k while the row of another event has the focus', async () => {
    show('/dashboard');
    await userEvent.click(await screen.findByText('payrun.11'));
    await (await dialog()).findByText('Run 11 is done');
    const opener = (index: number) => document.querySelector<HTMLElement>(`tr[data-index="${index}"] [data-opener]`);
    act(() => opener(4)?.focus());
    await userEvent.keyboard('j');
    expect(document.activeElement).toBe(opener(5));
    expect((await dialog()).getByText('Run 11 is done')).toBeTruthy();
    act(() => opener(0)?.focus());
    await userEvent.keyboard('j');
    await (await dialog()).findByText('Run 10 is done');
  });
});
