import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { parseSearch, stringifySearch } from '../../../app/search-text.ts';
import { readEventsSearch, type EventsFilter, type EventsSearch } from '../events-search.ts';
import { FilterChips } from './filter-chips.tsx';
import { boxText } from './plain.ts';
import { edited, isValue } from './question.ts';

/**
 * Addresses of version 0.1.0 with what its console made of them: the text in the search box, the chips, and the addresses after a
 * chip was taken away or turned around, and after a value of a facet was included or excluded.
 */
type Address = {
  address: string;
  box: string;
  chips: string[];
  removed: string[];
  turned: string[];
  included: string;
  excluded: string;
};
/** Without what the service answers. */
const ofConsole = ({ address, box, chips, removed, turned, included, excluded }: Address): Address => ({
  address,
  box,
  chips,
  removed,
  turned,
  included,
  excluded,
});
const GOLDEN = join(import.meta.dirname, '../../../../../../libs/contracts/golden/addresses.json');
const ADDRESSES: readonly Address[] = JSON.parse(readFileSync(GOLDEN, 'utf8'));

const VALUES = [
  isValue('status', 'FAILURE'),
  isValue('type', 'payroll'),
  isValue('integration', 'banking'),
  isValue('organization', 2),
  isValue('event', 'a*b'),
];

const searchOf = (address: string): EventsSearch =>
  readEventsSearch(
    parseSearch(address.replaceAll(/\{(\d+)\}/g, (_, second) => new Date(Number(second) * 1_000).toISOString())),
  );

const buttons = (name: RegExp): HTMLElement[] => screen.queryAllByRole('button', { name });

async function answerOf(address: string, index: number): Promise<Address> {
  const search = searchOf(address);
  const narrowed: EventsFilter[] = [];
  const next = (change: EventsFilter): string => stringifySearch({ ...search, ...change });
  /** The address after each of these clicks, the filter being as it was. */
  const clicked = async (targets: readonly HTMLElement[]): Promise<string[]> => {
    for (const target of targets) await act(async () => void fireEvent.click(target));
    return narrowed.splice(0).map(next);
  };
  await act(async () => {
    render(
      <Suspense>
        <FilterChips filter={search} zone="utc" organization={null} onNarrow={(change) => narrowed.push(change)} />
      </Suspense>,
    );
  });
  const value = VALUES[index % VALUES.length] ?? isValue('status', 'FAILURE');
  const removals = buttons(/^Remove filter/);
  const answer = {
    address,
    box: boxText(search),
    chips: removals.map((target) => String(target.ariaLabel).replace('Remove filter ', '')),
    removed: await clicked(removals),
    turned: await clicked(buttons(/clude instead$/)),
    included: next(edited(search, 'include', value)),
    excluded: next(edited(search, 'exclude', value)),
  };
  cleanup();
  return answer;
}

it('an address of the version before has the same chips, and becomes the same addresses', async () => {
  const answers: Address[] = [];
  for (const [index, { address }] of ADDRESSES.entries()) answers.push(await answerOf(address, index));
  expect(answers).toEqual(ADDRESSES.map(ofConsole));
});
