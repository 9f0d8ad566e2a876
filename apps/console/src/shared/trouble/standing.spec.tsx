import { describe, expect, it } from '@jest/globals';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { LETTER_SERVICES } from '@portico/contracts/http/dead-letters';
import type { Uncorrected } from '@portico/contracts/http/rejected-events';
import { TROUBLE_LEVELS, type Trouble, type TroubleLevel } from '@portico/contracts/http/trouble';
import fc from 'fast-check';
import { episodeOf } from '../../testing/episode.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { listOf } from '../../testing/fixtures.ts';
import { ago, healthOf, overviewOf, trendOf } from '../../testing/health.ts';
import { integrationOf } from '../../testing/integration.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { answeringTrouble, silentOf, troubleOf, troublesOf, uncorrectedOf } from '../../testing/trouble.ts';
import { nameOf } from '../health/names.ts';
import { isAllClear, isWrong, standingOf } from './standing.ts';

type RowSpec = { id: number; level: TroubleLevel; isInMaintenance: boolean };

const rowOf = ({ id, level, isInMaintenance }: RowSpec): Trouble => {
  const change = {
    integration: `Service ${id}`,
    maintenance: isInMaintenance ? { until: ago(-60), reason: 'Upgrade' } : null,
  };
  const state = level === 'recovering' ? 'recovering' : 'open';
  const episode = episodeOf(id, {
    integrationId: id,
    integration: change.integration,
    state,
    ...(level === 'below' && { troubleAt: null }),
  });
  return level === 'silent' ? silentOf(id, change) : troubleOf(id, change, [episode]);
};
/** Trouble rows in the server's order: rows in maintenance come last. */
const rows: fc.Arbitrary<Trouble[]> = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 1, max: 6 }),
      level: fc.constantFrom(...TROUBLE_LEVELS),
      isInMaintenance: fc.nat(3).map((one) => one === 0),
    }),
    { selector: ({ id }) => id, maxLength: 6 },
  )
  .map((spec) =>
    spec
      .toSorted(
        (a, b) =>
          Number(a.isInMaintenance) - Number(b.isInMaintenance) ||
          TROUBLE_LEVELS.indexOf(a.level) - TROUBLE_LEVELS.indexOf(b.level),
      )
      .map(rowOf),
  );

/** Rejected events by integration, in the server's order: the highest count comes first. */
const rejections: fc.Arbitrary<Uncorrected[]> = fc
  .array(fc.nat(3), { minLength: 6, maxLength: 6 })
  .map((counts) =>
    counts
      .flatMap((count, index) =>
        count === 0 ? [] : [uncorrectedOf(index + 1, { integration: `Service ${index + 1}`, count })],
      )
      .toSorted((a, b) => b.count - a.count),
  );

const apiOf = (trouble: Trouble[], rejected: Uncorrected[]): Record<string, Answer> => ({
  'GET /users/organizations': () => ({
    data: [{ organization: { id: 4, name: 'Northwind' }, approved: true, role: 'viewer' }],
    count: 1,
  }),
  'GET /organizations/4': () => ({ organizationProducts: [], organizationEntitlements: [], id: 4, name: 'Northwind' }),
  'GET /organizations': () => ({ data: [], count: 3 }),
  'GET /organizations/requests': () => ({ data: [], count: 0 }),
  'GET /events': ({ searchParams }) => listOf([], searchParams),
  'GET /events/trend': () => trendOf({ counts: { success: 1, failure: 0 } }),
  'GET /events/rejected/uncorrected': () => ({ data: rejected }),
  'GET /admin/billing/usage-faults': () => ({ data: [] }),
  'GET /notices': () => ({ data: [], count: 0, unread: 0 }),
  'GET /trouble': answeringTrouble(...trouble),
  'GET /integrations': () => ({
    data: [1, 2, 3, 4, 5, 6].map((id) => integrationOf(id, { name: `Service ${id}` })),
    count: 6,
  }),
  'GET /events/integrations/health': () => ({ data: [1, 2, 3, 4, 5, 6].map((id) => healthOf(id)) }),
  ...Object.fromEntries(
    [1, 2, 3, 4, 5, 6].flatMap((id) => [
      [`GET /integrations/${id}`, () => integrationOf(id, { name: `Service ${id}` })],
      [`GET /events/integrations/${id}/health`, () => overviewOf()],
    ]),
  ),
  ...Object.fromEntries(
    LETTER_SERVICES.map((service) => [`GET /dead-letters/${service}`, () => ({ data: [], count: 0, waiting: 0 })]),
  ),
});

const namesIn = (texts: (string | null)[]): string[] =>
  texts.flatMap((text) => /Service \d/.exec(text ?? '')?.[0] ?? []);
/** Texts that mark trouble in the list of integrations. */
const MARKS = /Failing for|Silent since|Below the threshold|Recovering/;

describe('current trouble', () => {
  it('is computed from one response of the API', () => {
    fc.assert(
      fc.property(rows, (data) => {
        const answer = troublesOf(...data);
        const standing = standingOf(answer);
        const wrong = data.filter(isWrong);
        expect(standing.rows).toEqual(data);
        expect(standing.wrong).toBe(wrong.length);
        for (const one of data) expect(standing.of(one.integrationId)).toBe(one);
        expect(standing.of(99)).toBeUndefined();
        expect(standing.summary === null).toBe(wrong.length === 0);
        if (wrong[0]) expect(standing.summary).toContain(nameOf(wrong[0]));
        expect(isAllClear([{ isEmpty: data.length === 0, isError: false }], 0)).toBe(data.length === 0);
      }),
    );
  });

  it('shows a tick in the overview only if every list of problems is loaded and empty, and no event failed', () => {
    const clear = { isEmpty: true, isError: false };
    expect(isAllClear([clear, clear], 0)).toBe(true);
    for (const other of [
      { isEmpty: undefined, isError: false },
      { isEmpty: true, isError: true },
      { isEmpty: false, isError: false },
    ])
      expect(isAllClear([clear, other], 0)).toBe(false);
    expect(isAllClear([clear], 1)).toBe(false);
    expect(isAllClear([clear], undefined)).toBe(false);
  });

  it.each(
    fc.sample(fc.tuple(rows, rejections), { numRuns: 4, seed: 7 }).map(([data, rejected]) => {
      const levels = data.map(({ level, maintenance }) => `${level}${maintenance ? ' in maintenance' : ''}`);
      return [[...levels, `${rejected.length} rejected`].join(), data, rejected] as const;
    }),
  )('is the same in overview, menu, bell, rows, page and cards: %s', async (_, data, rejected) => {
    const api = apiOf(data, rejected);
    const names = data.map(nameOf);
    const { summary, wrong } = standingOf(troublesOf(...data));

    const { router } = renderConsole({ path: '/dashboard?view=product', usertype: 'ADMIN', api });
    const region = within(await screen.findByRole('region', { name: 'Current problems' }));
    await waitFor(() =>
      expect(namesIn(region.queryAllByRole('listitem').map(({ textContent }) => textContent))).toEqual([
        ...data.filter(({ level }) => level !== 'recovering').map(nameOf),
        ...rejected.map(({ integration }) => integration),
        ...data.filter(({ level }) => level === 'recovering').map(nameOf),
      ]),
    );
    const isCalm = region.queryByText('There are no problems now.') !== null;
    expect(isCalm).toBe(data.every(({ level }) => level === 'recovering') && rejected.length === 0);
    const sum = rejected.reduce((before, { count }) => before + count, 0);
    const words = [
      ...(wrong === 0 ? [] : [`${wrong} ${wrong === 1 ? 'integration' : 'integrations'} failing or silent`]),
      ...(sum === 0 ? [] : [`${sum} ${sum === 1 ? 'event' : 'events'} rejected in the last 24 hours`]),
    ];
    await screen.findByRole('link', { name: words.length === 0 ? 'Trouble' : `Trouble: ${words.join(', ')}` });
    const [bell] = await screen.findAllByRole('button', { name: 'Notifications' });
    if (bell) await userEvent.click(bell);
    const panel = within(await screen.findByRole('dialog', { name: 'Newest notifications' }));
    await panel.findByText('No notices yet.');
    expect(panel.queryByRole('link', { name: summary ?? /failing|silent/ }) !== null).toBe(summary !== null);
    await userEvent.keyboard('{Escape}');

    await act(() => router.navigate({ to: '/admin/integrations' }));
    await screen.findByRole('row', { name: /Service 6/ });
    await waitFor(() =>
      expect(
        namesIn(
          screen
            .getAllByRole('row')
            .map(({ textContent }) => textContent)
            .filter((row) => MARKS.test(row)),
        ),
      ).toEqual(names.toSorted()),
    );
    for (const { integration_id, integration, count } of rejected) {
      const row = within(screen.getByRole('row', { name: new RegExp(integration ?? '') }));
      const link = row.getByRole('link', { name: String(count) });
      expect(link.getAttribute('href')).toBe(`/rejected?integration=${integration_id}`);
    }
    for (const id of [1, data[0]?.integrationId ?? 2]) {
      await act(() => router.navigate({ to: '/admin/integrations/$id', params: { id: String(id) } }));
      await screen.findByRole('figure', { name: /Events per/ });
      const isListed = data.some(({ integrationId }) => integrationId === id);
      const list = { name: 'Problems of this integration' };
      if (isListed) await screen.findByRole('list', list);
      else expect(screen.queryByRole('list', list)).toBeNull();
    }

    cleanup();
    renderConsole({ path: '/episodes', usertype: 'CLIENT', api });
    if (data.length === 0) await screen.findByText('No integration is failing.');
    await waitFor(() =>
      expect(namesIn(screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent))).toEqual(
        names,
      ),
    );
  });
});
