import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ago } from '../../testing/health.ts';
import { refusalOf } from '../../testing/refusal.ts';
import { bodyOf } from '../../testing/render-connect.tsx';
import { renderConsole } from '../../testing/render-console.tsx';

const OFFER = {
  title: 'Payroll is failing',
  text: 'payrun.completed',
  organization: 'Northwind',
  at: ago(20),
  state: 'open',
};

describe('an acknowledge link', () => {
  it('changes nothing until the person confirms, and requires no session', async () => {
    const taken: unknown[] = [];
    renderConsole({
      path: '/acknowledge#a-token',
      api: {
        'POST /notices/acknowledge/offer': () => OFFER,
        'POST /notices/acknowledge': (_, request) => {
          taken.push(bodyOf(request));
          return { ...OFFER, state: 'acknowledged' };
        },
      },
    });
    expect(await screen.findByRole('heading', { name: 'Payroll is failing' })).toBeTruthy();
    expect(taken).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Take it' }));
    expect(await screen.findByRole('heading', { name: 'You have taken it' })).toBeTruthy();
    expect(taken).toEqual([{ token: 'a-token' }]);
  });

  it.each([
    ['acknowledged', 'Someone already took this problem'],
    ['over', 'This problem is already over'],
  ])('shows that the episode needs no acknowledgement if it is %s', async (state, text) => {
    renderConsole({
      path: '/acknowledge#a-token',
      api: { 'POST /notices/acknowledge/offer': () => ({ ...OFFER, state }) },
    });
    expect(await screen.findByRole('heading', { name: text })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Take it' })).toBeNull();
  });

  it('shows the reason if the link does not work', async () => {
    renderConsole({
      path: '/acknowledge#old',
      api: {
        'POST /notices/acknowledge/offer': () => refusalOf(400, 'validation_failed', 'The link was used already'),
      },
    });
    expect(await screen.findByText('The link was used already')).toBeTruthy();
  });
});

describe('the link of a verification mail', () => {
  it('verifies the address after confirmation', async () => {
    const sent: unknown[] = [];
    renderConsole({
      path: '/verify-channel#a-token',
      api: {
        'POST /channels/verify': (_, request) => {
          sent.push(bodyOf(request));
          return { name: 'Ada at work', hint: 'a…@acme.test' };
        },
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Verify' }));
    expect(await screen.findByText('Portico now sends notices of Ada at work to a…@acme.test.')).toBeTruthy();
    expect(sent).toEqual([{ token: 'a-token' }]);
  });
});

describe('the links in mails about a new e-mail address', () => {
  it.each([
    ['confirm', 'Confirm', 'confirmed', 'Log in with new@acme.test from now on.'],
    ['cancel', 'Keep my address', 'canceled', 'Your account keeps new@acme.test.'],
    ['cancel', 'Keep my address', 'restored', 'Log in with new@acme.test.'],
  ])('%s the change after a click on "%s", with the result "%s"', async (verb, action, state, text) => {
    const sent: unknown[] = [];
    renderConsole({
      path: `/${verb}-email#a-token`,
      api: {
        [`POST /users/email/${verb}`]: (_: URL, request: RequestInit) => {
          sent.push(bodyOf(request));
          return { state, email: 'new@acme.test' };
        },
      },
    });
    const button = await screen.findByRole('button', { name: action });
    expect(sent).toEqual([]);
    await userEvent.click(button);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(sent).toEqual([{ token: 'a-token' }]);
  });

  it('show an error if the link has expired', async () => {
    renderConsole({
      path: '/confirm-email#old',
      api: {
        'POST /users/email/confirm': () =>
          refusalOf(404, 'not_found', 'This link has expired or has already been used.'),
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('This link has expired or has already been used.')).toBeTruthy();
  });
});
