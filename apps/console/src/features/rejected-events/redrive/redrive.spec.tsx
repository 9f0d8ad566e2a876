import { beforeAll, describe, expect, it } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Redrive, RedrivePreview } from '@portico/contracts/http/redrives';
import { connectOf } from '../../../testing/connect.ts';
import type { Answer } from '../../../testing/fake-network.ts';
import { causeOf } from '../../../testing/rejected-event.ts';
import { renderConsole } from '../../../testing/render-console.tsx';
import { bodyOf, EVENT, showRejected } from '../../../testing/render-rejected.tsx';
import { readDraft, type Draft } from './correction-draft.ts';

const RUN = '6f6e1a58-7d0f-4a43-9a53-0a2f0a6f2f11';
const COUNTS = { published: 11, listed: 0, unchanged: 0, rejected: 1, conflict: 0 };
const UNTIL = '2026-01-15T00:00:00.000Z';
const CORRECTION = { pointer: '/result', values: { PERHAPS: 'SUCCESS' } };
const FILTER = { integration: 7, code: 'invalid_field', pointer: '/result' };
const PREVIEW: RedrivePreview = {
  selected: 12,
  counts: COUNTS,
  left: [{ code: 'invalid_field', pointer: '/trace_id', reason: 'trace_id is required', count: 1 }],
  samples: [
    {
      id: '0-1-1767225600000',
      event_id: 'evt-1',
      outcome: 'published',
      reason: null,
      before: JSON.stringify(EVENT),
      after: JSON.stringify({ ...EVENT, result: 'SUCCESS' }),
    },
  ],
  until: UNTIL,
};
const runOf = (change: Partial<Redrive> = {}): Redrive => ({
  id: RUN,
  integration_id: 7,
  integration: 'payroll',
  filter: { integration: 7 },
  correction: { pointer: '/result', values: { PERHAPS: 'SUCCESS' } },
  state: 'running',
  reason: null,
  total: 12,
  counts: { ...COUNTS, published: 4 },
  started_by: 1,
  started_at: UNTIL,
  updated_at: UNTIL,
  ...change,
});

// jsdom has no layout, so the editor needs replacements for its measurements.
beforeAll(() => {
  Range.prototype.getClientRects = () => Object.assign([], { item: () => null });
  Range.prototype.getBoundingClientRect = () => new DOMRect();
});

const correctAll = async (api: Record<string, Answer> = {}, query = '?code=invalid_field&pointer=%2Fresult') => {
  const shown = showRejected(api, undefined, query);
  await userEvent.click(await screen.findByRole('button', { name: 'Correct all…' }));
  return { ...shown, dialog: within(await screen.findByRole('dialog', { name: 'Correct all' })) };
};

describe('the correction of many rejected events', () => {
  it('shows a preview with the changes and the remaining rejections', async () => {
    const sent: unknown[] = [];
    const { dialog } = await correctAll({
      'POST /events/redrives/preview': (_, request) => {
        sent.push(bodyOf(request));
        return PREVIEW;
      },
    });
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: /^Field/ }).value).toBe('/result');
    expect(dialog.getByText('Enter at least one pair')).toBeTruthy();
    await userEvent.click(dialog.getByRole('textbox', { name: /^Values/ }));
    await userEvent.paste('PERHAPS = SUCCESS');
    await userEvent.click(dialog.getByRole('button', { name: 'Preview' }));
    const counts = within(await dialog.findByRole('table', { name: 'Predicted results' }));
    expect(counts.getByRole('row', { name: /Would be accepted 11/ })).toBeTruthy();
    expect(dialog.getByText(/invalid field \/trace_id: trace_id is required/)).toBeTruthy();
    expect(sent).toEqual([{ filter: FILTER, correction: CORRECTION }]);

    await userEvent.click(dialog.getByText('evt-1'));
    const changes = await dialog.findByLabelText('Changes');
    expect(changes.querySelector('.cm-deletedChunk')?.textContent).toContain('PERHAPS');
  });

  it('offers to publish unchanged events if the cause was not in the events', async () => {
    const sent: unknown[] = [];
    const cause = causeOf({ code: 'over_quota', pointer: '' });
    const { dialog } = await correctAll(
      {
        'GET /events/rejected/causes': () => ({ data: [cause], count: 1 }),
        'POST /events/redrives/preview': (_, request) => {
          sent.push(bodyOf(request));
          return PREVIEW;
        },
      },
      '?code=over_quota&pointer=',
    );
    expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'No change' }).checked).toBe(true);
    expect(dialog.queryByRole('textbox')).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: 'Preview' }));
    await dialog.findByRole('table', { name: 'Predicted results' });
    expect(sent).toEqual([{ filter: { integration: 7, code: 'over_quota', pointer: '' }, correction: [] }]);
  });

  it('covers events up to the time of the preview, and can be paused and resumed', async () => {
    const sent: unknown[] = [];
    let run = runOf();
    const { dialog } = await correctAll({
      'POST /events/redrives/preview': () => PREVIEW,
      'POST /events/redrives': (_, request) => {
        sent.push(bodyOf(request));
        return run;
      },
      [`GET /events/redrives/${RUN}`]: () => run,
      [`POST /events/redrives/${RUN}/pause`]: () => (run = runOf({ state: 'paused' })),
      [`POST /events/redrives/${RUN}/resume`]: () => (run = runOf({ state: 'done', counts: COUNTS })),
    });
    await userEvent.click(dialog.getByRole('textbox', { name: /^Values/ }));
    await userEvent.paste('PERHAPS = SUCCESS');
    await userEvent.click(dialog.getByRole('button', { name: 'Preview' }));
    await dialog.findByRole('table', { name: 'Predicted results' });
    await userEvent.click(dialog.getByRole('button', { name: 'Publish 11' }));
    const progress = await screen.findByRole<HTMLProgressElement>('progressbar', { name: 'Corrected events' });
    expect([progress.value, progress.max]).toEqual([5, 12]);
    expect(sent).toEqual([{ filter: { ...FILTER, to: UNTIL }, correction: CORRECTION }]);
    await userEvent.click(screen.getByRole('button', { name: 'Pause' }));
    expect(await screen.findByText('Paused: 5 of 12 events')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Resume' }));
    expect(await screen.findByText('Done: 12 of 12 events')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Abort' })).toBeNull();
  });

  it('appears on the screen after an interruption, and can be opened and resumed', async () => {
    const run = runOf({ state: 'interrupted' });
    showRejected({
      'GET /events/redrives': () => ({ data: [run], count: 1 }),
      [`GET /events/redrives/${RUN}`]: () => run,
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Interrupted' }, { timeout: 10_000 }));
    expect(await screen.findByText(/Resume the run: no event is published twice/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Resume' })).toBeTruthy();
  });

  it('is not offered for events without an integration', async () => {
    showRejected({ 'GET /events/rejected/causes': () => ({ data: [], count: 0 }) });
    await screen.findByRole('table', { name: 'Rejected events' });
    expect(screen.queryByRole('button', { name: 'Correct all…' })).toBeNull();
  });
});

describe('readDraft', () => {
  const draft: Draft = { kind: 'map', pointer: '/result', value: '', pairs: '', otherwise: '', patch: '' };
  it.each<[Partial<Draft>, unknown]>([
    [
      { pairs: 'OK = SUCCESS\n\n1=2\n = "x = y"' },
      { pointer: '/result', values: { OK: 'SUCCESS', '1': 2, '': 'x = y' } },
    ],
    [{ otherwise: 'FAILURE' }, { pointer: '/result', values: {}, otherwise: 'FAILURE' }],
    [{ kind: 'set', value: 'WARN' }, [{ op: 'add', path: '/result', value: 'WARN' }]],
    [{ kind: 'set', value: '{"a":1}' }, [{ op: 'add', path: '/result', value: { a: 1 } }]],
    [{ kind: 'remove' }, [{ op: 'remove', path: '/result' }]],
    [{ kind: 'asIs' }, []],
    [{ kind: 'patch', patch: '[{"op":"move","from":"/a","path":"/b"}]' }, [{ op: 'move', from: '/a', path: '/b' }]],
  ])('reads %j', (change, correction) => expect(readDraft({ ...draft, ...change })).toEqual({ ok: true, correction }));

  it.each<[Partial<Draft>]>([
    [{}],
    [{ pairs: 'nonsense' }],
    [{ pairs: 'a = b', pointer: '/id' }],
    [{ kind: 'remove', pointer: 'result' }],
    [{ kind: 'patch', patch: '{}' }],
    [{ kind: 'patch', patch: 'nonsense' }],
  ])('returns an error for %j', (change) => expect(readDraft({ ...draft, ...change }).ok).toBe(false));
});

describe('the menu', () => {
  it.each([
    ['a publisher', [], 1, 1],
    ['an operator', ['operator'], 0, 1],
    ['a user without a role', [], 0, 0],
  ])('links %s to rejected events', async (_, roles, connected, links) => {
    const memberships = roles.map((role) => ({ organization: { id: 4, name: 'Northwind' }, approved: true, role }));
    const { location } = renderConsole({
      path: '/rejected',
      usertype: 'VENDOR',
      api: {
        'GET /users/organizations': () => ({ data: memberships, count: memberships.length }),
        'GET /integrations/connected': () => ({
          data: connected === 0 ? [] : [connectOf(3, { right: 'publisher' })],
          count: connected,
        }),
        'GET /events/rejected': () => ({ data: [], count: 0 }),
        'GET /events/rejected/summary': () => ({ data: [] }),
        'GET /events/rejected/causes': () => ({ data: [], count: 0 }),
        'GET /events/redrives': () => ({ data: [], count: 0 }),
      },
    });
    expect(await screen.findByRole('heading', { name: 'Rejected events' })).toBeTruthy();
    expect(screen.queryAllByRole('link', { name: 'Trouble' })).toHaveLength(links);
    expect(location()).toBe('/rejected');
  });
});
