// product: own, because the suite stops the product, and starts the product again, also with the demo.
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import type { EventList } from '@portico/contracts/http/events';
import { isRunning, type ProcessIdentity } from '@portico/stack/process';
import { caller, eventually, example, read } from '@portico/testkit';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '@portico/testkit/product/browser';
import { run } from '@portico/testkit/product/command';
import { callAs } from '@portico/testkit/product/signed-in';
import { connectOutsider, eventOf, type Outsider } from '../src/outsider.ts';
import { freePorts, type Ports, type Stack, startStack } from '@portico/testkit/product/stack';
import { TIMEOUT_MS } from '../src/product.ts';

jest.setTimeout(420_000);

/** Returns the processes that run on a data folder. The launcher records the processes in the folder. */
const processesOf = (dataDir: string): ProcessIdentity[] => {
  const folder = join(dataDir, 'run');
  return readdirSync(folder).map((name): ProcessIdentity => JSON.parse(readFileSync(join(folder, name), 'utf8')));
};

describe('the stack that npm start runs', () => {
  let dataDir: string;
  let ports: Ports;
  let stack: Stack;
  let browser: Browser;
  let page: Page;
  let outsider: Outsider;
  let integration: { id: number; organizationId: number };

  const publish = async (changes: Partial<IntegrationEvent>): Promise<IntegrationEvent> => {
    const event = eventOf(integration, changes);
    await outsider.publish(event);
    return event;
  };
  const rows = () => page.getByRole('row').filter({ hasNot: page.getByRole('columnheader') });
  const signIn = async (name: string): Promise<void> => {
    await page.goto(stack.consoleUrl);
    await page.getByRole('link', { name: 'Login', exact: true }).click();
    await page.getByRole('button', { name: new RegExp(name) }).click();
    await page.waitForURL(/\/dashboard/);
  };

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'portico-e2e-'));
    ports = await freePorts();
    stack = await startStack(dataDir, ports, ['--no-demo']);
    browser = await launchBrowser();
    page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    outsider = await connectOutsider(stack);
  });
  afterAll(async () => {
    await outsider?.close();
    await browser?.close();
    await stack?.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('prints the addresses of the console, the API and Kafka, and the demo accounts', () => {
    for (const text of [
      stack.consoleUrl,
      stack.apiUrl,
      `localhost:${ports.KAFKA_PORT}`,
      'admin@portico.test',
      'superadmin@portico.test',
    ]) {
      expect(stack.output()).toContain(text);
    }
  });

  it('shows an empty state without the demo', async () => {
    await signIn('Ada Admin');
    await page.getByRole('heading', { name: 'Integration Events' }).waitFor();
    await page.getByText('Your organization does not have any integrations').waitFor();
    await page.getByText('get an integration to see Events.').waitFor();
  });

  it('prints a token for a demo account, and rejects other accounts', async () => {
    const token = (await run('npm run --silent token -- admin', stack.environment)).trim();
    const admin = caller(stack.apiUrl, token);
    expect((await admin('GET', '/auth')).body).toMatchObject({ email: 'admin@portico.test', usertype: 'ADMIN' });
    await expect(run('npm run --silent token -- root', stack.environment)).rejects.toThrow(
      /There are: admin, client, superadmin, vendor, lead\./,
    );

    const organization = await admin('POST', '/organizations', { name: 'Northwind' });
    const { id: organizationId } = organization.body as { id: number };
    const created = await admin('POST', '/integrations', { name: 'payroll', organizationId });
    const banking = await admin('POST', '/integrations', { name: 'banking', organizationId });
    expect([created.status, banking.status]).toEqual([201, 201]);
    integration = { id: (created.body as { id: number }).id, organizationId };
    const names = await eventually(async () => {
      const { body } = await admin('GET', '/events');
      return (
        (body as { integrations: string[] }).integrations.length === 2 &&
        (body as { integrations: string[] }).integrations
      );
    });
    expect(names).toEqual(['banking', 'payroll']);
  });

  it('shows a newly published event at the top without a reload', async () => {
    await page.reload();
    await page.getByText('No results.').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.evaluate('window.isSamePage = true');
    await publish({ details: { message: 'the first' } });
    await rows().first().getByText('payrun.completed').waitFor({ timeout: TIMEOUT_MS });
    const startedAt = performance.now();
    await publish({ event_name: 'payrun.second' });
    await rows().first().getByText('payrun.second').waitFor({ timeout: TIMEOUT_MS });
    console.info(`publish to row on screen: ${Math.round(performance.now() - startedAt)} ms`);
    for (const text of ['payroll', 'Northwind', 'success', 'INFO'])
      await rows().first().getByText(text).first().waitFor();
    expect(await page.evaluate('window.isSamePage')).toBe(true);
  });

  // spec: D.110
  it("shows the events published by the README's examples", async () => {
    const script = (name: string, page = 'README.md'): string =>
      example(page, name)
        .replaceAll('localhost:9092', stack.kafkaBrokers)
        .replaceAll('http://localhost:3001', stack.apiUrl);
    expect(await run(script('publish'), stack.environment)).toContain('published');
    await rows().first().getByText('failure').waitFor({ timeout: TIMEOUT_MS });
    // A live row appears as soon as Kafka has the event, but the API returns the event only after it is stored.
    const answer = await eventually(async () => {
      const body = JSON.parse((await run(`${script('api').trim()} --silent --show-error`, stack.environment)).trim());
      return body.count > 0 && body;
    }, TIMEOUT_MS);
    expect(answer).toMatchObject({ count: 1, data: [{ details: { message: 'Bank refused the file' } }] });
    const validate = script('validate', 'docs/guides/publish-events.md').trim();
    expect(JSON.parse((await run(`${validate} --silent`, stack.environment)).trim())).toMatchObject({
      accepted: false,
      rejection: { code: 'invalid_field', pointer: '/organization_id' },
    });
    const hasKcat = await run('command -v kcat', stack.environment).then(Boolean, () => false);
    if (!hasKcat) return;
    await run(script('kcat'), stack.environment);
    await eventually(async () => (await rows().count()) === 4);
    expect(await run(script('rejected'), stack.environment)).toBeDefined();
  });

  it('opens a failure with its details and a support mail that contains the trace id', async () => {
    const event = await publish({
      result: 'FAILURE',
      severity_text: 'ERROR',
      event_name: 'payrun.refused',
      details: { message: 'IBAN is wrong', step: 3 },
    });
    await rows().first().getByText('payrun.refused').click({ timeout: TIMEOUT_MS });
    const dialog = page.getByRole('dialog', { name: 'Event Details' });
    for (const text of ['payroll', event.trace_id, 'failure', 'ERROR', 'IBAN is wrong'])
      await dialog.getByText(text).first().waitFor();
    expect(await dialog.getByRole('link', { name: 'Support' }).getAttribute('href')).toMatch(
      new RegExp(`^mailto:.*${event.trace_id}`),
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('pauses the list without moving rows or focus, counts arrivals, and resumes', async () => {
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    const first = await rows().first().textContent();
    for (let number = 1; number <= 3; number += 1) await publish({ event_name: 'while.paused' });
    await page.getByRole('button', { name: '3 new' }).waitFor({ timeout: TIMEOUT_MS });
    expect(await rows().first().textContent()).toBe(first);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Resume');
    await page.keyboard.press('Enter');
    await rows().first().getByText('while.paused').waitFor({ timeout: TIMEOUT_MS });
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Pause');
  });

  it('searches, filters and pages through the list', async () => {
    for (let number = 1; number <= 55; number += 1)
      await publish({ event_name: 'sync.done', details: { message: `batch 100%_${number}` } });
    await rows().first().getByText('sync.done').waitFor({ timeout: TIMEOUT_MS });
    // Live rows appear before the API lists the events. If a page of the list does not exist yet, the console redirects to the previous
    // page.
    const admin = await callAs(stack, 'admin');
    await eventually(async () => (await read<EventList>(admin, '/events?event=sync.done')).count === 55, TIMEOUT_MS);
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL(/page=2/);
    await page.getByPlaceholder('Search Events...').fill('100%_7');
    await page.waitForURL(({ searchParams }) => searchParams.get('query') === '100%_7' && !searchParams.has('page'));
    await eventually(async () => (await rows().count()) === 1, TIMEOUT_MS);
    await page.getByPlaceholder('Search Events...').fill('');
    await page.waitForURL(({ searchParams }) => !searchParams.has('query'));
    await eventually(async () => (await rows().count()) > 20, TIMEOUT_MS);
    await page.getByRole('button', { name: /Status/ }).click();
    await page
      .getByRole('option', { name: 'FAILURE' })
      .or(page.getByRole('menuitemradio', { name: 'FAILURE' }))
      .first()
      .click();
    await eventually(async () => (await rows().count()) === 2, TIMEOUT_MS);
    await page.getByRole('button', { name: /Integrations/ }).click();
    await page
      .getByRole('option', { name: 'banking' })
      .or(page.getByRole('menuitemradio', { name: 'banking' }))
      .first()
      .click();
    await page.getByText('No results.').waitFor();
  });

  it('shows a client only the events of their own organizations', async () => {
    const { body } = await (await callAs(stack, 'client'))('GET', '/events');
    expect(body).toMatchObject({ data: [], count: 0, integrations: [] });
  });

  it('rejects a second start on the same folder or on ports in use', async () => {
    await expect(run('npm start --silent -- --no-demo', stack.environment)).rejects.toThrow(/exit 1/);
    await expect(
      run('npm start --silent', { ...stack.environment, PORTICO_DATA_DIR: `${dataDir}-other` }),
    ).rejects.toThrow(
      new RegExp(`${ports.CONSOLE_PORT}[\\s\\S]*CONSOLE_PORT|CONSOLE_PORT[\\s\\S]*${ports.CONSOLE_PORT}`),
    );
  });

  it('stops every process, and still has all data after the next start', async () => {
    const processes = processesOf(dataDir);
    expect(processes.filter(isRunning).length).toBeGreaterThan(8);
    const { isOrderly, took } = await stack.stop();
    console.info(`end: ${Math.round(took)} ms`);
    expect(isOrderly).toBe(true);
    expect(processes.filter(isRunning)).toEqual([]);
    expect(processesOf(dataDir)).toEqual([]);

    stack = await startStack(dataDir, ports);
    console.info(/Ready in [^\n]*/.exec(stack.output())?.[0]);
    await page.goto(`${stack.consoleUrl}/dashboard?query=sync.done`);
    await page.getByText('of 55').waitFor({ timeout: TIMEOUT_MS });
  });

  it('shows live events with the demo', async () => {
    await page.goto(`${stack.consoleUrl}/dashboard`);
    await page.getByText('Live', { exact: true }).waitFor({ timeout: TIMEOUT_MS });
    const first = await rows().first().textContent();
    await eventually(async () => (await rows().first().textContent()) !== first, 60_000);
  });
});
