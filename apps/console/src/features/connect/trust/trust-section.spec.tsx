import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Trust } from '@portico/contracts/common/trust';
import type { Conformance } from '@portico/contracts/http/conformance';
import { conformanceOf, connectOf } from '../../../testing/connect.ts';
import { refusalOf } from '../../../testing/refusal.ts';
import { bodyOf, part, showConnect } from '../../../testing/render-connect.tsx';
import { sharedText } from './shared-text.ts';

const shared = (count: number): Pick<Conformance, 'shared'> => ({ shared: { count, first_at: null } });

/** @param conformance - conformance in the last 24 hours; undefined: the server responds with an error. */
const show = (trust: Trust, conformance: Conformance | undefined) => {
  const sent: unknown[] = [];
  const { calls } = showConnect({ trust }, [], {
    'GET /events/integrations/3/conformance': () =>
      conformance ?? refusalOf(503, 'unavailable', 'The event history is not available'),
    'PUT /integrations/3/trust': (_, request) => {
      const body = bodyOf(request) as { trust: Trust };
      sent.push(body);
      return connectOf(3, { right: 'publisher', ...body });
    },
  });
  return { sent, calls };
};
const option = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name });
const enforce = () => screen.getByRole<HTMLInputElement>('radio', { name: 'Enforce' });

describe('the trust of the shared topic', () => {
  it.each<[Trust, open: boolean, observe: boolean]>([
    ['open', false, false],
    ['observe', true, false],
    ['enforce', true, true],
  ])('cannot be changed by a publisher to a level less strict than "%s"', async (trust, open, observe) => {
    showConnect({ trust, right: 'publisher' }, [], {
      'GET /events/integrations/3/conformance': () => conformanceOf(),
    });
    const section = await part('The shared topic');
    expect(['Open', 'Observe', 'Enforce'].map((name) => option(name).disabled)).toEqual([open, observe, false]);
    expect(section.queryByText(/^Only managers of the organization can go back/) !== null).toBe(trust !== 'open');
  });
});

describe('the predicted effect of closing the shared topic', () => {
  it.each([
    [998, 12, '12 of 998 events of the last 24 hours used the shared topic and would be rejected.'],
    [2_000, 1_000, '1,000 of 2,000 events of the last 24 hours used the shared topic and would be rejected.'],
    [2, 1, '1 of 2 events of the last 24 hours used the shared topic and would be rejected.'],
    [1, 1, 'The only event of the last 24 hours used the shared topic and would be rejected.'],
    [1, 0, 'The only event of the last 24 hours did not use the shared topic and would not be rejected.'],
    [998, 0, 'None of 998 events of the last 24 hours used the shared topic, so no event would be rejected.'],
    [0, 0, 'No events arrived in the last 24 hours.'],
  ])('is described, for %s events of which %s used the shared topic, as: %s', (accepted, count, text) => {
    expect(sharedText({ accepted, ...shared(count) })).toBe(text);
  });

  it('is unknown for too many events', () => {
    expect(sharedText({ accepted: null, shared: null })).toContain('too many events');
  });

  it.each(['open', 'observe'] as const)('is shown while trust is %s', async (trust) => {
    show(trust, conformanceOf());
    const section = await part('The shared topic');
    expect(await section.findByText(/^12 of 998 events of the last 24 hours/)).toBeTruthy();
  });

  it('is not requested once the topic is closed', async () => {
    const { calls } = show('enforce', conformanceOf());
    await waitFor(() => expect(calls.filter((call) => call.includes('/conformance'))).toHaveLength(1));
    expect((await part('The shared topic')).queryByText(/of the last 24 hours/)).toBeNull();
  });
});

describe('closing the shared topic', () => {
  it('needs one click if no event would have been rejected', async () => {
    const { sent } = show('observe', conformanceOf(shared(0)));
    await (await part('The shared topic')).findByText(/no event would be rejected/);
    await userEvent.click(enforce());
    await waitFor(() => expect(enforce().checked).toBe(true));
    expect(sent).toEqual([{ trust: 'enforce' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks for confirmation with the number of events that would have been rejected', async () => {
    const { sent } = show('observe', conformanceOf(shared(1)));
    await (await part('The shared topic')).findByText(/^1 of 998 events/);
    await userEvent.click(enforce());
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/^1 of 998 events of the last 24 hours used the shared topic/)).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Enforce' }));
    await waitFor(() => expect(enforce().checked).toBe(true));
    expect(sent).toEqual([{ trust: 'enforce' }]);
  });

  it.each([
    ['reports too many events to count', conformanceOf({ accepted: null, shared: null })],
    ['does not respond', undefined],
  ])('asks for confirmation if the server %s', async (_, recent) => {
    const { sent, calls } = show('observe', recent);
    await part('The shared topic');
    await waitFor(() => expect(calls.some((call) => call.includes('/conformance'))).toBe(true));
    await userEvent.click(enforce());
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(sent).toEqual([]);
  });
});
