import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { RejectedEvent, RejectedEventContent, RejectedSummary } from '@portico/contracts/http/rejected-events';
import { refusalOf } from '../../testing/refusal.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { rejectedOf } from '../../testing/rejected-event.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const EVENT = {
  id: 'evt-1',
  source_id: 7,
  organization_id: 4,
  source_type: 'payroll',
  event_name: 'payrun.completed',
  timestamp: '2026-01-01T00:00:00.000Z',
  result: 'PERHAPS',
  severity_text: 'INFO',
  trace_id: '0'.repeat(32),
  details: { message: 'Paid' },
};
const contentOf = (rejected: RejectedEvent, change: Partial<RejectedEventContent> = {}): RejectedEventContent => ({
  ...rejected,
  topic: 'integration.events.v1',
  key: '1',
  headers: {},
  value: JSON.stringify(EVENT),
  base64: btoa(JSON.stringify(EVENT)),
  isText: true,
  isWhole: true,
  ...change,
});
const SUMMARY: RejectedSummary[] = [
  {
    integration_id: 7,
    integration: 'payroll',
    organization: 'Northwind',
    count: 1_234,
    reasons: [{ code: 'invalid_field', count: 1_234 }],
    last_at: '2026-01-01T00:00:00.000Z',
    days: Array.from({ length: 30 }, (_, day) => day),
  },
  {
    integration_id: null,
    integration: null,
    organization: null,
    count: 2,
    reasons: [{ code: 'not_json', count: 2 }],
    last_at: '2026-01-01T00:00:00.000Z',
    days: Array.from({ length: 30 }, () => 0),
  },
];

const show = (
  api: Record<string, Answer> = {},
  rows = [rejectedOf(1), rejectedOf(2, { isListed: true })],
  query = '',
) =>
  renderConsole({
    path: `/admin/integrations?view=rejected${query}`,
    usertype: 'ADMIN',
    api: {
      'GET /events/rejected': () => ({ data: rows, count: rows.length }),
      'GET /events/rejected/summary': () => ({ data: SUMMARY }),
      'GET /events/rejected/0-1-1767225600000': () => contentOf(rejectedOf(1)),
      ...api,
    },
  });
const open = async (name = 'payroll') => {
  const rows = await screen.findAllByRole('button', { name });
  const row = rows.find((button) => button.closest('tr') !== null);
  if (!row) throw new Error('there is no such row');
  await userEvent.click(row);
  return within(await screen.findByRole('dialog', { name: 'Rejected event' }));
};
const bodyOf = ({ body }: RequestInit): unknown => JSON.parse(typeof body === 'string' ? body : 'null');

describe('rejected events', () => {
  it('are linked from the integrations and link back', async () => {
    const { location } = show();
    expect(await screen.findByRole('heading', { name: 'Rejected events' })).toBeTruthy();
    expect(screen.getByRole('tab', { name: 'Integrations', selected: true })).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'Integration Manager' }));
    await userEvent.click(await screen.findByRole('link', { name: 'Rejected events' }));
    await waitFor(() => expect(location()).toBe('/admin/integrations?view=rejected'));
  });

  it('are listed with reason, pointer and state', async () => {
    show();
    const table = within(await screen.findByRole('table', { name: 'Rejected events' }));
    expect((await table.findAllByText('result should be SUCCESS or FAILURE')).length).toBe(2);
    expect(table.getAllByText('/result').length).toBe(2);
    expect(table.getByText('Corrected')).toBeTruthy();
    expect(table.getByText('Rejected')).toBeTruthy();
  });

  it('are counted by integration, which filters the list', async () => {
    const { calls, location } = show();
    const card = await screen.findByRole('button', { name: /payroll.*Northwind.*1,234.*29 today/ });
    await userEvent.click(card);
    await waitFor(() => expect(location()).toBe('/admin/integrations?view=rejected&integration=7'));
    expect(calls).toContain('GET /events/rejected?integration=7&limit=10&offset=0');
    await userEvent.click(screen.getByRole('button', { name: /Unknown integration/ }));
    await waitFor(() => expect(calls).toContain('GET /events/rejected?integration=0&limit=10&offset=0'));
    await userEvent.click(screen.getByRole('button', { name: /Unknown integration/ }));
    await waitFor(() => expect(location()).toBe('/admin/integrations?view=rejected'));
  });

  it('can be filtered by code', async () => {
    const { calls } = show();
    await userEvent.click(await screen.findByRole('button', { name: /Reason/ }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'unknown integration' }));
    await waitFor(() => expect(calls).toContain('GET /events/rejected?code=unknown_integration&limit=10&offset=0'));
  });

  it('show an empty state', async () => {
    show({ 'GET /events/rejected/summary': () => ({ data: [] }) }, []);
    expect(await screen.findByText('Nothing was rejected.')).toBeTruthy();
  });

  it('show the published bytes with the fault marked', async () => {
    show();
    const dialog = await open();
    expect((await dialog.findByLabelText('The fault')).textContent).toBe('"PERHAPS"');
    expect(dialog.getByText('integration.events.v1 0:1')).toBeTruthy();
    expect(dialog.getByRole('link', { name: 'Original bytes' }).getAttribute('href')).toContain(
      btoa(JSON.stringify(EVENT)),
    );
  });

  it('are validated and published again after a correction', async () => {
    const sent: unknown[] = [];
    show({
      'POST /events/validate': (_, request) => {
        const event = bodyOf(request);
        sent.push(event);
        const rejection = { code: 'invalid_field', reason: 'result is wrong', pointer: '/result' };
        return JSON.stringify(event).includes('SUCCESS') ? { accepted: true, event } : { accepted: false, rejection };
      },
      'POST /events/rejected/0-1-1767225600000/publish': (_, request) => {
        sent.push(bodyOf(request));
        return { event_id: 'evt-1', position: { partition: 0, offset: 9 } };
      },
    });
    const dialog = await open();
    await userEvent.click(await dialog.findByRole('button', { name: 'Correct it' }));
    const editor = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Corrected event' });
    expect(JSON.parse(editor.value)).toEqual(EVENT);
    await userEvent.click(dialog.getByRole('button', { name: 'Check' }));
    expect(await dialog.findByText('/result result is wrong')).toBeTruthy();

    const write = async (text: string) => {
      await userEvent.clear(editor);
      if (text !== '') await userEvent.paste(text);
    };
    await write('{"id":\n  nonsense}');
    expect(dialog.getByText('This is not valid JSON: see line 2, column 3')).toBeTruthy();
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish again' }).disabled).toBe(true);
    const corrected = JSON.stringify({ ...EVENT, result: 'SUCCESS' });
    await write(corrected);
    await userEvent.click(dialog.getByRole('button', { name: 'Check' }));
    expect(await dialog.findByText('This event would be accepted')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Publish again' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await screen.findAllByText('Event published!')).length).toBe(1);
    expect(sent.at(-1)).toEqual({ value: corrected });
  });

  it('show the fault of a correction that is still wrong', async () => {
    const message = 'The id should stay evt-1';
    show({
      'POST /events/rejected/0-1-1767225600000/publish': () =>
        refusalOf(400, 'validation_failed', message, [{ pointer: '/id', message }]),
    });
    const dialog = await open();
    await userEvent.click(await dialog.findByRole('button', { name: 'Correct it' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Publish again' }));
    expect(await dialog.findByText(`/id ${message}`)).toBeTruthy();
    expect((await screen.findAllByText('Error publishing event')).length).toBe(1);
  });

  it.each([
    [{ isWhole: false }, /only its beginning was kept/],
    [{ isText: false }, /not UTF-8 text/],
  ])('cannot be corrected when %o', async (change, text) => {
    show({ 'GET /events/rejected/0-1-1767225600000': () => contentOf(rejectedOf(1), change) });
    const dialog = await open();
    expect(await dialog.findByText(text)).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Correct it' })).toBeNull();
  });

  // spec: D.56
  it('have a screen of that heading, which their earlier address leads to with its parameters', async () => {
    const { location } = renderConsole({
      path: '/admin/integrations?view=refused&integration=7&code=too_old',
      usertype: 'ADMIN',
      api: {
        'GET /events/rejected': () => ({ data: [], count: 0 }),
        'GET /events/rejected/summary': () => ({ data: SUMMARY }),
      },
    });
    expect(await screen.findByRole('heading', { name: 'Rejected events' })).toBeTruthy();
    await waitFor(() => expect(location()).toBe('/admin/integrations?view=rejected&integration=7&code=too_old'));
  });

  it.each<[RejectedSummary['reasons'], string]>([
    [[{ code: 'not_json', count: 2 }], 'This is not JSON'],
    [[{ code: 'unknown_integration', count: 2 }], 'This integration does not exist'],
    [[{ code: 'unreadable', count: 2 }], 'Unreadable'],
    [
      [
        { code: 'not_json', count: 1_200 },
        { code: 'too_large', count: 1 },
      ],
      '1,200 not json, 1 too large',
    ],
  ])('of no integration are summarised by reason: %j', async (reasons, text) => {
    const unknown = { ...SUMMARY[1], reasons };
    show({ 'GET /events/rejected/summary': () => ({ data: [unknown] }) });
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('are for administrators', async () => {
    const { location } = renderConsole({ path: '/admin/integrations?view=rejected', usertype: 'CLIENT' });
    await waitFor(() => expect(location()).toBe('/dashboard'));
  });
});
