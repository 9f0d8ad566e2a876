import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeEvents } from '../../../testing/fake-events.ts';
import { eventAt } from '../../../testing/fixtures.ts';
import type { Answer } from '../../../testing/fake-network.ts';
import { refusalOf } from '../../../testing/refusal.ts';
import { renderConsole } from '../../../testing/render-console.tsx';

const nameOf = (index: number): string => `Shop ${String(index).padStart(3, '0')}`;
const ROWS = Array.from({ length: 230 }, (_, offset) => eventAt(offset, { integration: nameOf(offset) }));

const show = (path = '/dashboard', api: Record<string, Answer> = {}) =>
  renderConsole({ path, usertype: 'ADMIN', api: { ...fakeEvents(ROWS), ...api } });
const open = async (name = /Integrations\s*Select Filter/) => {
  await userEvent.click(await screen.findByRole('button', { name }));
  return screen.findByRole('combobox', { name: 'Search integrations...' });
};
const texts = () =>
  within(screen.getByRole('listbox'))
    .queryAllByRole('option')
    .map(({ textContent }) => textContent);

describe('the filter for more integrations than one response contains', () => {
  // spec: D.58
  it('searches the server for the typed text, debounced', async () => {
    const { location, calls } = show();
    const box = await open();
    await waitFor(() => expect(texts()).toHaveLength(50));
    expect(screen.getByText('The list is not complete. Type part of a name to find more integrations.')).toBeTruthy();
    await userEvent.type(box, 'shop 229');
    expect(await screen.findByText('Searching…')).toBeTruthy();
    await waitFor(() => expect(texts()).toEqual(['Shop 229']));
    expect(calls.filter((call) => call.startsWith('GET /events/integrations'))).toEqual([
      'GET /events/integrations?limit=50',
      'GET /events/integrations?query=shop+229&limit=50',
    ]);
    await userEvent.click(screen.getByRole('option', { name: 'Shop 229' }));
    await waitFor(() => expect(location()).toBe('/dashboard?integration=Shop+229'));
    expect(screen.queryByRole('listbox')).toBeNull();
    expect(await screen.findByRole('button', { name: /Integrations\s*Shop 229/ })).toBeTruthy();
  });

  it('keeps a selected integration that is not among the first, and clears it when selected again', async () => {
    const { location } = show('/dashboard?integration=Shop+229');
    await open(/Integrations\s*Shop 229/);
    await waitFor(() => expect(texts()).toHaveLength(51));
    const chosen = screen.getByRole('option', { name: 'Shop 229' });
    expect(chosen.getAttribute('aria-selected')).toBe('true');
    await userEvent.click(chosen);
    await waitFor(() => expect(location()).toBe('/dashboard'));
  });

  it('selects the first result by keyboard', async () => {
    const { location } = show();
    await userEvent.type(await open(), '15');
    await waitFor(() =>
      expect(texts()).toEqual(
        [nameOf(15), nameOf(115), ...Array.from({ length: 10 }, (_, n) => nameOf(150 + n)), nameOf(215)].toSorted(),
      ),
    );
    await userEvent.keyboard('{Enter}');
    await waitFor(() => expect(location()).toBe('/dashboard?integration=Shop+015'));
  });

  it('shows empty results and failures', async () => {
    let isDown = false;
    const names = fakeEvents(ROWS)['GET /events/integrations'];
    show('/dashboard', {
      'GET /events/integrations': (url, request) =>
        isDown ? refusalOf(503, 'unavailable', 'Down') : names?.(url, request),
    });
    const box = await open();
    await userEvent.type(box, 'nobody');
    expect(await screen.findByText('No results.')).toBeTruthy();
    isDown = true;
    await userEvent.clear(box);
    await userEvent.type(box, 'shop 1');
    const alert = within(await screen.findByRole('alert'));
    expect(alert.getByText('The list could not be loaded.')).toBeTruthy();
    isDown = false;
    await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(texts()).toHaveLength(50));
  });
});
