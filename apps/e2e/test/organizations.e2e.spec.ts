import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { caller } from '@portico/testing';
import { Kafka, logLevel, type Producer } from 'kafkajs';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../src/browser.ts';
import { run } from '../src/command.ts';
import { freePorts, type Stack, startStack } from '../src/stack.ts';

jest.setTimeout(420_000);

/** Longest wait for something on the page; a row is there within a second on a quiet machine. */
const SOON = 15_000;

describe('an administrator', () => {
  let dataDir: string;
  let stack: Stack;
  let browser: Browser;
  let page: Page;
  let producer: Producer;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-e2e-'));
    stack = await startStack(dataDir, await freePorts(), ['--no-demo']);
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    page.setDefaultTimeout(SOON);
    producer = new Kafka({
      brokers: stack.kafkaBrokers.split(','),
      clientId: 'outside',
      logLevel: logLevel.NOTHING,
    }).producer();
    await producer.connect();
    // A first login makes the account that is assigned below.
    await run('npm run --silent token -- client', stack.environment);
  });
  afterAll(async () => {
    await producer?.disconnect();
    await browser?.close();
    await stack?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('creates an organization', async () => {
    await page.goto(stack.consoleUrl);
    await page.getByRole('link', { name: 'Login', exact: true }).click();
    await page.getByRole('button', { name: /Ada Admin/ }).click();
    await page.waitForURL(/\/dashboard/);
    await page.getByRole('link', { name: 'Organizations' }).click();
    await page.getByRole('button', { name: 'Add Organization' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create organization' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Contoso');
    await dialog.getByRole('button', { name: 'Create organization' }).click();
    await page.getByRole('button', { name: 'Contoso', exact: true }).waitFor();
  });

  it('assigns a user to it', async () => {
    await page.getByRole('button', { name: 'Assign users to Contoso' }).click();
    const dialog = page.getByRole('dialog', { name: 'Assign users to Contoso' });
    await dialog.getByRole('button', { name: 'Assign client@portico.test' }).click();
    const member = dialog.getByRole('region', { name: 'Assigned Users' }).getByRole('listitem');
    await member.getByText('Approved:').click();
    await dialog.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Users assigned to Contoso successfully!').waitFor();
  });

  it('creates an integration of it', async () => {
    await page.getByRole('tab', { name: 'Integrations' }).click();
    await page.getByRole('button', { name: 'Add Integration' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create integration' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Treasury');
    await dialog.getByRole('button', { name: /Organization assigned/ }).click();
    await page.getByRole('option', { name: 'Contoso' }).click();
    await dialog.getByRole('button', { name: 'Create integration' }).click();
    await page.getByText('Integration Treasury created successfully!').waitFor();
  });

  it('sees an event of it live', async () => {
    const token = (await run('npm run --silent token -- admin', stack.environment)).trim();
    const { body } = await caller(stack.apiUrl, token)('GET', '/integrations?search=Treasury');
    const [{ id, organizationId }] = (body as { data: [{ id: number; organizationId: number }] }).data;
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    const event: IntegrationEvent = {
      id: randomUUID(),
      source_id: id,
      organization_id: organizationId,
      source_type: 'banking',
      event_name: 'transfer.settled',
      timestamp: new Date().toISOString(),
      result: 'SUCCESS',
      severity_text: 'INFO',
      trace_id: randomUUID().replaceAll('-', ''),
      details: { message: 'settled' },
    };
    const messages = [{ key: String(organizationId), value: JSON.stringify(event) }];
    await producer.send({ topic: 'integration.events.v1', messages });
    const row = page.getByRole('row').filter({ hasText: 'transfer.settled' });
    await row.getByText('Treasury').waitFor();
    await row.getByText('Contoso').waitFor();
  });

  it('lets the assigned user see it, too', async () => {
    const token = (await run('npm run --silent token -- client', stack.environment)).trim();
    const { body } = await caller(stack.apiUrl, token)('GET', '/events');
    expect(body).toMatchObject({ count: 1, data: [{ integration: 'Treasury', organization: 'Contoso' }] });
  });
});
