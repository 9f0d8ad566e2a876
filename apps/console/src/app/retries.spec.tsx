import { describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { userOf } from '../testing/fixtures.ts';
import { renderConsole } from '../testing/render-console.tsx';

const refused = (status: number, retryAfter: string) => () =>
  new Response(null, { status, headers: { 'retry-after': retryAfter } });

describe('a list that the server temporarily rejects', () => {
  it.each([429, 503])('loads after the delay that a %i response requests', async (status) => {
    const answers = [refused(status, '0'), () => ({ data: [userOf('LEAD')], count: 1 })];
    const { calls } = renderConsole({
      path: '/admin/users',
      usertype: 'SUPER_ADMIN',
      api: { 'GET /users': () => (answers.length > 1 ? answers.shift() : answers[0])?.() },
    });
    expect(await screen.findByText(userOf('LEAD').email)).toBeTruthy();
    expect(calls.filter((call) => call.startsWith('GET /users'))).toHaveLength(2);
  });

  it('shows the failure at once if the response requests a long delay', async () => {
    const { calls } = renderConsole({
      path: '/admin/users',
      usertype: 'SUPER_ADMIN',
      api: { 'GET /users': refused(429, '3600') },
    });
    await screen.findByRole('button', { name: /again/i });
    expect(calls.filter((call) => call.startsWith('GET /users'))).toHaveLength(1);
  });
});
