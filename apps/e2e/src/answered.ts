import type { Page } from 'playwright-core';

// Fake API responses, for views that the audited product cannot show in its current state.

const CORS_HEADERS = { 'access-control-allow-origin': '*' };
const press = (page: Page, name: string) =>
  page.getByRole('button', { name }).filter({ visible: true }).first().click();

/** Creates a key with a fake response. The audit opens this dialog in each theme, but an integration may have at most five keys. */
export const createKey = async (page: Page) => {
  const key = {
    id: 99,
    keyId: 'abcdefgh',
    prefix: 'ptk_live_abcdefgh',
    kind: 'publish',
    mode: 'live',
    label: 'Audit',
    state: 'active',
    createdAt: new Date().toISOString(),
    createdBy: null,
    responsible: null,
    needsOwnerSince: null,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    key: `ptk_live_abcdefgh_${'x'.repeat(32)}`,
  };
  await page.route('**/integrations/1/keys', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 201, json: key, headers: CORS_HEADERS })
      : route.continue(),
  );
  await press(page, 'Create another key');
  await page.getByRole('textbox', { name: 'Label' }).fill('Audit');
  await press(page, 'Create key');
};

/** Shows test events from a fake response, because no test key has published any. */
export const showTestData = async (page: Page) => {
  const published_at = new Date().toISOString();
  const one = { published_at, integration_id: 1, integration: 'payroll', organization: 'Northwind' };
  const event = {
    event_name: 'payrun.tried',
    source_type: 'payroll',
    timestamp: published_at,
    result: 'SUCCESS',
    severity_text: 'INFO',
    message: 'Only a try',
  };
  const rejection = { code: 'invalid_field', reason: 'result should be SUCCESS or FAILURE', pointer: '/result' };
  const data = [
    { ...one, id: '0-2-1', event_id: 'test-2', rejection: null, event, value: '{"id":"test-2"}' },
    { ...one, id: '0-1-1', event_id: 'test-1', rejection, event: null, value: '{"id":"test-1","result":"PERHAPS"}' },
  ];
  await page.route('**/events/test?*', (route) =>
    route.fulfill({ json: { data, count: data.length }, headers: CORS_HEADERS }),
  );
  if (!(await page.getByRole('switch', { name: 'Test data' }).isChecked()))
    await page.getByText('Test data', { exact: true }).click();
  await page.getByText('payrun.tried').waitFor();
};
