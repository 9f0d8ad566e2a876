import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  type DeadLetter,
  type DeadLetterContent,
  LETTER_SERVICES,
  type LetterService,
} from '@portico/contracts/http/dead-letters';
import { refusalOf } from '../../testing/refusal.ts';
import { renderConsole } from '../../testing/render-console.tsx';

const LETTER: DeadLetterContent = {
  id: 7,
  service: 'identity',
  consumer: 'identity.domain-events',
  topic: 'orgs.membership.v1',
  partition: 2,
  offset: 1_045,
  publishedAt: '2026-11-25T09:00:00.000Z',
  failedAt: '2026-11-25T09:00:03.000Z',
  reason: 'ContentError: no such names',
  state: 'waiting',
  replays: 0,
  requestedBy: null,
  settledBy: null,
  settledAt: null,
  dropReason: null,
  key: '12',
  value: '{"data":{"name":"Ada"}}',
};

const NO_LETTERS = { data: [], count: 0, waiting: 0 };
/** Shows the screen with one letter of the identity service, whose first `failures` replays fail. */
const show = (failures = 0, path = '/dead-letters', other: (service: LetterService) => unknown = () => NO_LETTERS) => {
  let letter = LETTER;
  const states: string[] = [];
  let left = failures;
  const settle = (change: Partial<DeadLetterContent>) => (letter = { ...letter, ...change });
  renderConsole({
    path,
    usertype: 'ADMIN',
    api: {
      'GET /dead-letters/identity': ({ searchParams }) => {
        const state = searchParams.get('state');
        states.push(state ?? 'all');
        const data = state === null || state === letter.state ? [letter] : [];
        return { data, count: data.length, waiting: letter.state === 'waiting' ? 1 : 0 };
      },
      ...Object.fromEntries(
        LETTER_SERVICES.slice(1).map((service) => [`GET /dead-letters/${service}`, () => other(service)]),
      ),
      'GET /dead-letters/identity/7': () => letter,
      'POST /dead-letters/identity/7/replay': () => {
        if (left > 0) {
          left -= 1;
          return settle({ replays: letter.replays + 1, reason: 'still not' });
        }
        return settle({ state: 'replayed', settledBy: 'user 1', settledAt: letter.failedAt });
      },
      'POST /dead-letters/identity/7/drop': (_, { body }) => {
        const { reason } = JSON.parse(typeof body === 'string' ? body : '{}') as { reason: string };
        if (reason === 'late') return refusalOf(409, 'already_closed', 'The dead letter was replayed already');
        return settle({ state: 'dropped', dropReason: reason, settledBy: 'user 1' });
      },
    },
  });
  return { states };
};
const open = async () => {
  await userEvent.click(await screen.findByText(LETTER.reason));
  return within(await screen.findByRole('dialog', { name: 'Dead letter' }));
};

describe('Dead letters', () => {
  it('have a tab under Trouble, and a dialog with the content of the failed message', async () => {
    show(0, '/admin/functions?view=dead-letters&service=identity');
    expect(await screen.findByRole('tab', { name: 'Dead letters', selected: true })).toBeTruthy();
    expect(await screen.findByText('1 waiting in identity')).toBeTruthy();
    const dialog = await open();
    expect(await dialog.findByText('identity.domain-events')).toBeTruthy();
    expect(dialog.getByText(/"name": "Ada"/)).toBeTruthy();
  });

  it('stay in the list if a replay fails, and disappear if a replay succeeds', async () => {
    show(1);
    const dialog = await open();
    await userEvent.click(await dialog.findByRole('button', { name: 'Replay' }));
    expect(await dialog.findByText('still not')).toBeTruthy();
    expect(await screen.findByText('Replay failed again')).toBeTruthy();
    await userEvent.click(dialog.getByRole('button', { name: 'Replay' }));
    expect(await dialog.findByText('user 1')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: 'Replay' })).toBeNull();
    expect(await screen.findByText('No dead letters.')).toBeTruthy();
  });

  it("require a reason to drop, and show the server's rejection", async () => {
    show();
    const dialog = await open();
    await userEvent.click(await dialog.findByRole('button', { name: 'Drop…' }));
    expect(dialog.getByRole('button', { name: 'Drop' }).hasAttribute('disabled')).toBe(true);
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason for dropping' }), 'late');
    await userEvent.click(dialog.getByRole('button', { name: 'Drop' }));
    expect(await dialog.findByText('The dead letter was replayed already')).toBeTruthy();
    await userEvent.type(dialog.getByRole('textbox', { name: 'Reason for dropping' }), ' test');
    await userEvent.click(dialog.getByRole('button', { name: 'Drop' }));
    expect(await dialog.findByText('late test')).toBeTruthy();
  });

  it('appear in one list of all services, newest first, even if a service is down', async () => {
    show(0, '/dead-letters', (service) => {
      if (service === 'billing') return refusalOf(503, 'unavailable', 'Not now');
      const letterOf = (number: number): DeadLetter => ({
        ...LETTER,
        service,
        id: number,
        reason: `${service} ${number}`,
        failedAt: new Date(Date.parse(LETTER.failedAt) + number * 60_000 + (service === 'orgs' ? 1 : 0)).toISOString(),
      });
      const data = Array.from({ length: 8 }, (_, number) => letterOf(8 - number));
      return service === 'orgs' || service === 'alerts' ? { data, count: 8, waiting: 8 } : NO_LETTERS;
    });
    const rows = async () =>
      (await screen.findAllByRole('button', { name: /^(orgs|alerts|ContentError)/ })).map((row) => row.textContent);
    await screen.findByText('17 waiting', {}, { timeout: 8_000 });
    expect(screen.getByText('No answer from billing')).toBeTruthy();
    expect((await rows()).slice(0, 3)).toEqual(['orgs 8', 'alerts 8', 'orgs 7']);
    await userEvent.click(screen.getByRole('button', { name: /Next/ }));
    await waitFor(async () => expect((await rows()).slice(-2)).toEqual(['alerts 1', LETTER.reason]));
  });

  it('are filtered by service and state', async () => {
    const { states } = show();
    await userEvent.click(await screen.findByRole('button', { name: /State/ }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'dropped' }));
    await waitFor(() => expect(states.at(-1)).toBe('dropped'));
    await userEvent.click(screen.getByRole('button', { name: /Service/ }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name: 'orgs' }));
    expect(await screen.findByText('No dead letters waiting in orgs')).toBeTruthy();
  });
});
