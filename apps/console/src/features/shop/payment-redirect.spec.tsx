import { afterEach, expect, it, jest } from '@jest/globals';
import { act, screen } from '@testing-library/react';
import { listOf } from '../../testing/fixtures.ts';
import { NORTHWIND } from '../../testing/organization.ts';
import { renderConsole } from '../../testing/render-console.tsx';

afterEach(() => void jest.useRealTimers());

// spec: 2.14, 9.6
it('the success page redirects to the dashboard after five seconds', async () => {
  jest.useFakeTimers({
    doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask', 'performance'],
    advanceTimers: false,
  });
  const { location } = renderConsole({
    path: '/checkout/success?session_id=cs_test_1',
    usertype: 'CLIENT',
    api: {
      'POST /stripe/checkout/return': () => ({ status: 'paid', organizationId: 4 }),
      'GET /users/organizations': () => ({
        data: [{ organization: NORTHWIND, approved: true, role: 'manager' }],
        count: 1,
      }),
      'GET /organizations/4': () => NORTHWIND,
      'GET /events': ({ searchParams }) => listOf([], searchParams),
    },
  });
  await screen.findByRole('heading', { name: 'Payment successful!' });
  const shownAt = Date.now();
  const pass = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
  while (location().startsWith('/checkout') && Date.now() - shownAt < 10_000) await pass(100);
  const elapsed = Date.now() - shownAt;
  expect([location(), elapsed > 4_700 && elapsed <= 5_100]).toEqual(['/dashboard?view=product', true]);
});
