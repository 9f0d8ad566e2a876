import { describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createFakeBotCheck } from '../../testing/fake-bot-check.ts';
import { CONFIG } from '../../testing/fixtures.ts';
import type { Answer } from '../../testing/fake-network.ts';
import { botCheck, fill, refused, renderPublicForm, submit, toasted } from '../../testing/render-public-form.tsx';

describe('the front page', () => {
  // spec: 1.1, 2.1
  it.each([
    ['Sign up', '/signup'],
    ['Register as a vendor', '/vendors/sign-up'],
    ['Schedule a demo', '/leads/new'],
  ])('links %s to %s', async (name, path) => {
    const { location } = renderPublicForm('/');
    await userEvent.click(await screen.findByRole('link', { name }));
    await waitFor(() => expect(location()).toBe(path));
    expect(await screen.findByRole('form')).toBeTruthy();
  });
});

describe('/signup', () => {
  // spec: 1.2, 2.2, 3.2, 6.9
  it('creates a lead for a visitor who passed the bot check and is not signed in', async () => {
    const { sent } = renderPublicForm('/signup');
    await fill('Name', 'Lena Lead');
    await fill('Email', 'Lena@Acme.test');
    await userEvent.keyboard('{Enter}');
    const thanks = await screen.findByRole('heading', { name: 'Thank you, Lena Lead!' });
    expect(document.activeElement).toBe(thanks);
    expect(screen.getByText('You are signed up. Log in with lena@acme.test to begin.')).toBeTruthy();
    expect(sent).toEqual([
      {
        proof: 'a proof',
        authorization: null,
        body: { usertype: 'lead', name: 'Lena Lead', email: 'lena@acme.test', message: null },
      },
    ]);
    expect(botCheck.actions).toEqual(['sign_up']);
    expect(document.title).toBe('Sign up · Acme Connect');
  });

  // spec: 5.1, 5.2
  it('shows the error of each field, and focuses the first field with an error', async () => {
    const { sent } = renderPublicForm('/signup');
    await fill('Name', 'L');
    await fill('Email', 'nobody');
    await submit('Sign up');
    expect(await screen.findByText('Name should be at least 2 letters long')).toBeTruthy();
    expect(screen.getByText('Email should be a valid email')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
    await fill('Name', 'Lena');
    expect(screen.queryByText('Name should be at least 2 letters long')).toBeNull();
    expect(sent).toEqual([]);
  });

  // spec: 8.2, 8.11
  it("shows the server's first message and keeps the input", async () => {
    const faults = [{ pointer: '/email', message: 'That address is not served' }];
    renderPublicForm('/signup', {
      'POST /users': () => refused('validation_failed', ['First of all', 'Second'], faults),
    });
    await fill('Name', 'Lena Lead');
    await fill('Email', 'lena@acme.test');
    await userEvent.keyboard('{Enter}');
    await toasted('Error submitting sign up', 'First of all');
    expect(screen.queryByText('First of all. Second')).toBeNull();
    expect(screen.getByText('That address is not served')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Lena Lead');
  });

  // spec: 1.2, 5.23, 5.24, 8.13
  it.each<[string, Record<string, Answer>, unknown, string]>([
    [
      'a bot check that rejects the score',
      { 'POST /recaptcha': () => refused('bot_check_failed', 'Unable to verify. Please try again.') },
      botCheck.settings,
      'Unable to verify. Please try again.',
    ],
    [
      'a bot check with a score of 0.8',
      { 'POST /recaptcha': () => Response.json({ success: true, score: 0.8, proof: 'a proof' }) },
      botCheck.settings,
      'Unable to verify. Please try again.',
    ],
    [
      'a bot check without success',
      { 'POST /recaptcha': () => Response.json({ success: false, score: 0.9, proof: 'a proof' }) },
      botCheck.settings,
      'Unable to verify. Please try again.',
    ],
    [
      'a bot check without a token',
      {},
      createFakeBotCheck('https://empty.test/api.js', { token: '' }).settings,
      'Missing token. Please try again.',
    ],
    [
      'a bot check whose provider is unreachable',
      {},
      createFakeBotCheck('https://blocked.test/api.js', { isReachable: false }).settings,
      'The bot check could not be loaded. Check your connection or your ad blocker, and try again.',
    ],
  ])('sends no form after %s', async (_, api, recaptcha, text) => {
    const { sent } = renderPublicForm('/signup', api, recaptcha);
    await fill('Name', 'Lena Lead');
    await fill('Email', 'lena@acme.test');
    await userEvent.keyboard('{Enter}');
    await toasted('Error verifying reCaptcha', text);
    expect(sent).toEqual([]);
    expect(screen.getByRole('button', { name: 'Sign up' })).toBeTruthy();
  });

  it('is unavailable without a bot check', async () => {
    renderPublicForm('/signup', {}, null);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByRole('link', { name: CONFIG.supportEmail })).toBeTruthy();
    expect(screen.queryByRole('form')).toBeNull();
  });
});

describe('/leads/new', () => {
  // spec: 2.3, 6.9
  it('requests a demo with or without a message', async () => {
    const { sent } = renderPublicForm('/leads/new');
    expect(await screen.findByRole('heading', { name: 'Request a demo' })).toBeTruthy();
    await fill('Name', 'Lena Lead');
    await fill('Email', 'lena@acme.test');
    await fill('Message', 'Payroll, please');
    await submit('Request a demo');
    await screen.findByRole('heading', { name: 'Thank you, Lena Lead!' });
    expect(sent[0]?.body).toEqual({
      usertype: 'lead',
      name: 'Lena Lead',
      email: 'lena@acme.test',
      message: 'Payroll, please',
    });
  });

  // spec: 5.3, 8.10
  it('shows an error if the request fails', async () => {
    renderPublicForm('/leads/new', { 'POST /users': () => refused('rate_limited', 'Too many at once') });
    await fill('Name', 'Lena Lead');
    await fill('Email', 'lena@acme.test');
    await userEvent.keyboard('{Enter}');
    await toasted('Error submitting lead', 'Too many at once');
  });
});
