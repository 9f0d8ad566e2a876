import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { MeterQuestion } from '@portico/contracts/http/event-usage';
import type { Meter, MeterWrite } from '@portico/contracts/http/usage';
import { fakeEvents } from '../../testing/fake-events.ts';
import { eventAt } from '../../testing/fixtures.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { renderConsole } from '../../testing/render-console.tsx';
import { meteredOf } from '../../testing/usage.ts';

const meterOf = (lookupKey: string, values: MeterQuestion & Partial<MeterWrite>): Meter => ({
  lookupKey,
  version: 1,
  hard: false,
  period: 'month',
  changedAt: '2026-11-01T00:00:00.000Z',
  ...values,
});
const VOLUME = meterOf('volume', {
  where: '',
  measure: 'sum',
  field: 'amount.cents',
  hard: true,
  period: 'subscription',
});

const show = (api: Record<string, Answer> = {}) => {
  const sent: unknown[] = [];
  let meter: Meter | null = null;
  const bodyOf = ({ body }: RequestInit): MeterWrite => JSON.parse(typeof body === 'string' ? body : '');
  const shown = renderConsole({
    path: '/billing/meters',
    usertype: 'ADMIN',
    api: {
      'GET /meters': () => ({
        data: [
          meteredOf('payments', 'Payments', { organizations: 2, meter }),
          meteredOf('volume', 'Volume', { meter: VOLUME }),
        ],
      }),
      'PUT /meters/payments': (_, request) => {
        sent.push(bodyOf(request));
        return (meter = meterOf('payments', bodyOf(request)));
      },
      'POST /meters/preview': (_, request) => {
        sent.push(bodyOf(request));
        const data = [{ organizationId: 4, name: 'Northwind', value: '1234', events: 1234 }];
        return { from: '2026-10-21T00:00:00.000Z', to: '2026-11-20T00:00:00.000Z', data };
      },
      ...api,
    },
  });
  return { ...shown, sent };
};
const rows = () =>
  within(screen.getByRole('list', { name: 'Meters' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);
const open = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Add a meter to Payments' }));
  return within(await screen.findByRole('dialog', { name: 'Meter of Payments' }));
};
const TRY_LABEL = 'Try the meter on the last 30 days';

describe('the meters', () => {
  it('are described in words', async () => {
    show();
    await screen.findByRole('list', { name: 'Meters' });
    expect(rows()).toEqual([
      'PaymentsNo meterpayments, 2 organizationsAdd a meter',
      'VolumeSums amount.cents of all events, by billing periodPortico rejects events above the limit.volume, 1 organizationEdit',
    ]);
  });

  it('are previewed, and then saved', async () => {
    const { sent } = show();
    const dialog = await open();
    await userEvent.type(await dialog.findByRole('combobox', { name: /Query/ }), 'status:SUCCESS');
    await userEvent.click(dialog.getByRole('button', { name: TRY_LABEL }));
    const preview = await dialog.findByRole('list', { name: 'Last 30 days by organization' });
    expect(preview.textContent).toBe('Northwind1,234');
    await userEvent.click(dialog.getByRole('switch', { name: /Hard limit/ }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const question = { where: 'status:SUCCESS', measure: 'events' };
    expect(sent).toEqual([question, { ...question, hard: true, period: 'month' }]);
    await waitFor(() =>
      expect(rows()[0]).toBe(
        'PaymentsCounts events where status:SUCCESSPortico rejects events above the limit.payments, 2 organizationsEdit',
      ),
    );
  });

  it('suggest completions while the user types a query', async () => {
    show(fakeEvents([eventAt(0)]));
    const dialog = await open();
    const query = await dialog.findByRole<HTMLInputElement>('combobox', { name: /Query/ });
    await userEvent.type(query, 'stat');
    await userEvent.click(await dialog.findByRole('option', { name: /^status:/ }));
    expect(query.value).toBe('status:');
    await dialog.findByRole('option', { name: 'FAILURE' });
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect(query.value).toBe('status:SUCCESS ');
    expect(dialog.queryByRole('listbox')).toBeNull();
  });

  it('hide the preview once the query changes', async () => {
    show();
    const dialog = await open();
    await userEvent.click(dialog.getByRole('button', { name: TRY_LABEL }));
    await dialog.findByRole('list', { name: 'Last 30 days by organization' });
    await userEvent.type(await dialog.findByRole('combobox', { name: /Query/ }), 'x');
    expect(dialog.queryByRole('list')).toBeNull();
  });

  it.each([[TRY_LABEL], ['Save']])("show the server's error at the query field after '%s'", async (button) => {
    const message = "A meter names fields: 'refused' is text that may stand anywhere in an event";
    const refuse = () => refusalOf(400, 'validation_failed', message, [{ pointer: '/where', message }]);
    show({ 'POST /meters/preview': refuse, 'PUT /meters/payments': refuse });
    const dialog = await open();
    await userEvent.type(await dialog.findByRole('combobox', { name: /Query/ }), 'refused');
    await userEvent.click(dialog.getByRole('button', { name: button }));
    expect(await dialog.findByText(message)).toBeTruthy();
  });

  it('require a field if they count distinct values', async () => {
    const { sent } = show();
    const dialog = await open();
    await userEvent.click(dialog.getByRole('button', { name: /Measure/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Distinct values of a field' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await dialog.findByText(/should be set for distinct values/)).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: /Field/ }), 'account.id');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toEqual([{ where: '', measure: 'distinct', field: 'account.id', hard: false, period: 'month' }]);
  });

  it('link back to the billing', async () => {
    const { location } = show();
    await userEvent.click(await screen.findByRole('link', { name: 'Back' }));
    await waitFor(() => expect(location()).toBe('/billing'));
  });
});
