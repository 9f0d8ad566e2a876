import { expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { renderConsole } from '../../testing/render-console.tsx';

// spec: 2.29, 9.24
it('the Integration Manager shows ten skeleton rows until its integrations have loaded', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>();
  renderConsole({ path: '/admin/integrations', usertype: 'ADMIN', api: { 'GET /integrations': () => promise } });
  await screen.findByRole('heading', { name: 'Integration Manager' });
  expect(await screen.findAllByTestId('skeleton-row')).toHaveLength(10);
  resolve(Response.json({ data: [], count: 0 }));
  expect(await screen.findByText('No results.')).toBeTruthy();
  await waitFor(() => expect(screen.queryAllByTestId('skeleton-row')).toEqual([]));
});
