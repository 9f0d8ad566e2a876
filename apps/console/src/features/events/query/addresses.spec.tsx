import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { all, isValue, termsOf } from '@portico/contracts/query/edit';
import { parseQuery } from '@portico/contracts/query/parse';
import { printQuery } from '@portico/contracts/query/print';
import { parseSearch, stringifySearch } from '../../../shared/health/search-text.ts';
import { readEventsSearch, type EventsFilter, type EventsSearch } from '../events-search.ts';
import { FilterChips } from './filter-chips.tsx';
import { boxText, edited } from './question.ts';

/**
 * A URL, with the results that version 0.1.0 of the console produced: the search box text, the chips, and the URLs after removing or
 * negating a chip, and after including or excluding a facet value.
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
/** Only the console's results: the file also contains the service's results. */
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

/** URLs whose text contains operators without an effect. The console may write the text differently if the meaning is the same. */
const RESPELLED_URLS = [
  'query=a+-+b',
  'query=Error%3A+refused',
  'query=12%3A30',
  'query=%1F',
  `query=${'x'.repeat(201)}`,
  'where=a+-+b',
  'where=12%3A30',
  'where=-',
];

/** The URL with its text and query combined in `where`, so that two spellings of the same search are equal. */
const queryOf = (address: string): string => {
  const { query, where = '', ...params } = parseSearch(address);
  const parsed = parseQuery(where);
  const text = query === undefined ? [] : [{ kind: 'text', text: query } as const];
  const question = parsed.ok ? printQuery(all([...text, ...termsOf(parsed.query)])) : parsed.fault.message;
  return stringifySearch({ ...params, where: question });
};
const inWords = (one: Address): Address =>
  RESPELLED_URLS.includes(one.address)
    ? {
        ...one,
        box: queryOf(stringifySearch({ where: one.box })),
        removed: one.removed.map(queryOf),
        turned: one.turned.map(queryOf),
        included: queryOf(one.included),
        excluded: queryOf(one.excluded),
      }
    : one;

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

// Queries by label, because queries by role are slow for so many buttons.
const buttons = (name: RegExp): HTMLElement[] => screen.queryAllByLabelText(name);

async function answerOf(address: string, index: number): Promise<Address> {
  const search = searchOf(address);
  const narrowed: EventsFilter[] = [];
  const next = (change: EventsFilter): string => stringifySearch({ ...search, ...change });
  /** Clicks each target and returns the URL after each click. Each click changes the initial filter. */
  const clicked = async (targets: readonly HTMLElement[]): Promise<string[]> => {
    for (const target of targets) await act(async () => void fireEvent.click(target));
    return narrowed.splice(0).map(next);
  };
  await act(async () => {
    render(<FilterChips filter={search} zone="utc" organization={null} onNarrow={(change) => narrowed.push(change)} />);
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

it.each([...Map.groupBy(ADDRESSES.entries(), ([, { address }]) => address.split('=')[0])])(
  'the list shows the same chips and URLs as in the previous version, for URLs whose first parameter is %s',
  async (_, addresses) => {
    const answers: Address[] = [];
    for (const [index, { address }] of addresses) answers.push(await answerOf(address, index));
    expect(answers.map(inWords)).toEqual(addresses.map(([, one]) => inWords(ofConsole(one))));
  },
);
