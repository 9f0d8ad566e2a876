import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { EpisodeDetail } from '@portico/contracts/http/episodes';
import { entryOf, episodeDetailOf, kindsOf } from '../../../testing/episode.ts';
import type { Answer } from '../../../testing/fake-network.ts';
import { listOf } from '../../../testing/fixtures.ts';
import { memberOf } from '../../../testing/member.ts';
import { refusalOf } from '../../../testing/refusal.ts';
import { bodyOf } from '../../../testing/render-connect.tsx';
import { renderConsole } from '../../../testing/render-console.tsx';

const ADA = { id: 7, name: 'Ada Lovelace' };
const GRACE = { id: 21, name: 'Grace Hopper' };

const show = (change: Partial<EpisodeDetail> = {}, api: Record<string, Answer> = {}) => {
  const episode = episodeDetailOf(12, change);
  const sent: [string, unknown][] = [];
  const changing =
    (name: string, next: (body: never) => Partial<EpisodeDetail>): Answer =>
    (_, request) => {
      const body = bodyOf(request) as never;
      sent.push([name, body]);
      return Object.assign(episode, next(body));
    };
  renderConsole({
    path: '/episodes/12',
    usertype: 'ADMIN',
    api: {
      'GET /episodes/12': () => episode,
      'GET /episodes/12/kinds': () => kindsOf(),
      'GET /events': ({ searchParams }) => listOf([], searchParams),
      'GET /organizations/4/members': () => ({ data: [memberOf(21, 'Grace Hopper')], count: 1 }),
      'POST /episodes/12/note': changing('note', ({ note }: { note: string }) => ({ note })),
      'POST /episodes/12/assign': changing('assign', () => ({ assignee: GRACE })),
      'PUT /episodes/integrations/3/settling': changing(
        'settling',
        ({ minutes, trouble }: { minutes: number; trouble: EpisodeDetail['threshold'] }) => ({
          settleMinutes: minutes,
          threshold: trouble,
        }),
      ),
      'PUT /integrations/3/episodes': changing('by subject', ({ bySubject }: { bySubject: boolean }) => ({
        bySubject,
      })),
      ...api,
    },
  });
  return { sent };
};

const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the page of an episode', () => {
  it('shows the timeline with the people involved, newest entry first', async () => {
    show({
      timeline: [
        entryOf(1, 'opened'),
        entryOf(2, 'acknowledged', { by: GRACE }),
        entryOf(3, 'noted', { by: ADA, text: 'The bank knows of it' }),
        entryOf(4, 'recovering'),
      ],
    });
    const timeline = await region('Time line');
    expect(timeline.getAllByRole('listitem').map(({ firstChild }) => firstChild?.textContent)).toEqual([
      'An event succeeded, Portico watches for new failures',
      'You wrote a note',
      'Grace Hopper took the episode',
      'Portico noticed the first failure',
    ]);
    expect(timeline.getByText('The bank knows of it')).toBeTruthy();
  });

  it('groups failures by message, and shows an example of each message with a link to its trace', async () => {
    show();
    const kinds = await region('Failures by message');
    expect(await kinds.findByText('1 reason, of all 1,204 failures')).toBeTruthy();
    expect(kinds.getByText('Bank rejected the file <n>')).toBeTruthy();
    expect(kinds.getByText('Bank rejected the file 4780')).toBeTruthy();
    expect(kinds.getByRole('link', { name: /^Newest/ }).getAttribute('href')).toBe(
      `/dashboard?trace=${'b'.repeat(32)}&open=${'b'.repeat(32)}-3.evt-7&pane=trace`,
    );
  });

  it("links to the first failure's trace, and to all failures", async () => {
    show();
    expect(await screen.findByText('Bank rejected the file 4711')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Trace of the first failure' }).getAttribute('href')).toContain(
      '-3.evt-1&pane=trace',
    );
    expect(screen.getByRole('link', { name: 'Show failures' }).getAttribute('href')).toContain(
      'event=payrun.completed&status=FAILURE',
    );
  });

  it('saves a note, an assignee, the recovery time and the threshold', async () => {
    const { sent } = show();
    await userEvent.click(await screen.findByRole('button', { name: 'Write a note' }));
    await userEvent.type(await screen.findByRole('textbox', { name: 'Note' }), 'They know of it');
    await userEvent.click(screen.getByRole('button', { name: 'Save note' }));
    expect(await (await region('Note')).findByText('They know of it')).toBeTruthy();

    await userEvent.click(await screen.findByRole('button', { name: /Assigned to/ }));
    await userEvent.click(await screen.findByRole('option', { name: 'Grace Hopper' }));
    expect(await screen.findByText('assigned to Grace Hopper')).toBeTruthy();

    const minutes = await screen.findByRole('textbox', { name: /End an episode after this many minutes/ });
    await userEvent.clear(minutes);
    await userEvent.type(minutes, '30');
    await userEvent.tab();
    const failures = screen.getByRole('textbox', { name: /Notify after this many failures/ });
    await userEvent.clear(failures);
    await userEvent.type(failures, '7');
    await userEvent.tab();
    await userEvent.click(
      within(screen.getByRole('form', { name: 'Settle time and threshold' })).getByRole('button', { name: 'Save' }),
    );
    await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true));
    expect(sent).toEqual([
      ['note', { note: 'They know of it' }],
      ['assign', { userId: 21 }],
      ['settling', { minutes: 30, trouble: { failures: 7, share: 20, minutes: 10 } }],
    ]);
  });

  it('has a switch that turns on a separate episode for each subject', async () => {
    const { sent } = show({ subject: 'order 7' });
    expect(
      await screen.findByRole('heading', { name: /^payrun.completed of Payroll about order 7 has been/ }),
    ).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show failures' }).getAttribute('href')).toContain('subject=order+7');
    const one = await screen.findByRole<HTMLInputElement>('switch', { name: 'One episode per subject' });
    expect(one.checked).toBe(false);
    await userEvent.click(one);
    await waitFor(() => expect(one.checked).toBe(true));
    expect(sent).toEqual([['by subject', { bySubject: true }]]);
  });

  it('shows how many further subjects an episode covers', async () => {
    show({ furtherSubjects: 2_310 });
    expect(await screen.findByRole('heading', { name: /about 2,310 further subjects has been failing/ })).toBeTruthy();
  });

  it('shows no actions to a read-only viewer', async () => {
    show({ canChange: false, canOperate: false });
    await region('Time line');
    expect(screen.queryByRole('button', { name: /Take it|Mute|note/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Assigned to/ })).toBeNull();
  });

  it('shows an error if the episode does not exist', async () => {
    show({}, { 'GET /episodes/12': () => refusalOf(404, 'not_found', 'There is no such episode') });
    expect(await screen.findByText('The episode could not be loaded')).toBeTruthy();
    expect(screen.getByText('There is no such episode')).toBeTruthy();
  });
});
