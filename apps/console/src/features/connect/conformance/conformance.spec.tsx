import { describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Conformance } from '@portico/contracts/http/conformance';
import type { CONNECT_RIGHTS } from '@portico/contracts/http/connect';
import { conformanceOf } from '../../../testing/connect.ts';
import { causeOf } from '../../../testing/rejected-event.ts';
import { part, showConnect } from '../../../testing/render-connect.tsx';
import { acceptedNote, shareText } from './share.ts';

const CONFORMANCE = 'GET /events/integrations/3/conformance';
const CAUSES = 'GET /events/rejected/causes';
const NOT_COUNTED = /Rejected events from the shared topic are not counted/;

type Right = (typeof CONNECT_RIGHTS)[number];
const show = (change: Partial<Conformance> = {}, right: Right = 'publisher') =>
  showConnect({ right }, [], {
    [CONFORMANCE]: () => conformanceOf(change),
    [CAUSES]: () => ({ data: [causeOf()], count: 1 }),
  });
const card = async (name: string) =>
  (await (await part('Accepted events')).findByText(name, { selector: 'dt' })).parentElement?.textContent;

describe('the text of a share', () => {
  it.each([
    [1_000, 1_000, '100%'],
    [999_999, 1_000_000, '99.99%'],
    [998, 1_000, '99.8%'],
    [29, 100, '29%'],
    [2, 3, '66.66%'],
    [0, 5, '0%'],
    [0, 0, '–'],
    [null, 5, '–'],
    [5, null, '–'],
  ])('shows %s of %s as %s, rounded down', (part_, whole, text) => {
    expect(shareText(part_, whole)).toBe(text);
  });

  it.each([
    [998, 1_000, '998 of 1,000 events are listed'],
    [1, 2, '1 of 2 events are listed'],
    [1, 1, 'The one event is listed'],
    [0, 1, 'The one event is not listed'],
    [0, 0, 'No events in this period'],
    [5, null, 'Too many events to count'],
    [null, null, 'Too many events to count'],
  ])('explains %s accepted of %s published events: %s', (accepted, published, text) => {
    expect(acceptedNote(accepted, published)).toBe(text);
  });
});

describe('conformance', () => {
  it('counts the first event within seconds', async () => {
    let published = 0;
    showConnect({}, [], {
      [CONFORMANCE]: () => conformanceOf({ accepted: published, published, onTime: published }),
      [CAUSES]: () => ({ data: [], count: 0 }),
    });
    await waitFor(async () => expect(await card('Accepted')).toContain('No events in this period'));
    published = 1;
    await waitFor(async () => expect(await card('Accepted')).toContain('The one event is listed'), { timeout: 4_500 });
  });

  it('is unavailable if the server rejects the request', async () => {
    showConnect();
    expect(await (await part('Accepted events')).findByText('These figures are unavailable now.')).toBeTruthy();
    expect(screen.queryByText('Administrators only')).toBeNull();
  });

  it('shows accepted and on-time shares separately, and the causes', async () => {
    show();
    await waitFor(async () => expect(await card('Accepted')).toContain('99.8%'));
    expect(await card('Accepted')).toContain('998 of 1,000 events are listed');
    expect(await card('On time')).toContain('99.19%');
    expect(await card('On time')).toContain('arrived within 60 s of their timestamp');
    const conformance = await part('Accepted events');
    expect(await conformance.findByText('result should be SUCCESS or FAILURE')).toBeTruthy();
    const correct = conformance.getByRole('link', { name: 'Correct rejected events' });
    expect(correct.getAttribute('href')).toBe('/rejected?integration=3');
  });

  it('covers the selected period', async () => {
    const { calls } = show();
    const conformance = await part('Accepted events');
    await userEvent.click(conformance.getByRole('radio', { name: '7 d' }));
    await waitFor(() => expect(calls).toContain('GET /events/integrations/3/conformance?period=7d'));
    expect(calls).toContain('GET /events/integrations/3/conformance?period=24h');
  });

  it('shows no percentage if there are too many events to count', async () => {
    show({ accepted: null, published: null, onTime: null, shared: null, names: null, others: null });
    await waitFor(async () => expect(await card('Accepted')).toContain('Too many events to count'));
    expect(await card('Accepted')).not.toContain('%');
    expect(await card('On time')).not.toContain('%');
  });

  it.each([
    ['publisher', true],
    ['manager', true],
    ['admin', false],
  ] as const)('tells a %s which events are not counted (expected: %s)', async (right, isSaid) => {
    show({}, right);
    await waitFor(async () => expect(await card('Accepted')).toContain('99.8%'));
    expect((await part('Accepted events')).queryByText(NOT_COUNTED) !== null).toBe(isSaid);
  });
});
