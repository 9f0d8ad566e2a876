import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { IntegrationEvent } from '@portico/contracts/events/integration-event';
import { caller, eventually } from '@portico/testing';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../src/browser.ts';
import { run } from '../src/command.ts';
import { connectOutsider, eventOf, type Outsider } from '../src/outsider.ts';
import { freePorts, type Ports, type Stack, startStack } from '../src/stack.ts';

jest.setTimeout(420_000);

/** Longest wait for something on the page; a row is there within a second on a quiet machine. */
const SOON = 15_000;

/** Processes that belong to the stack on this folder, found by the environment that they were given. */
const processesOf = (dataDir: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`PORTICO_DATA_DIR=${dataDir}`);
    } catch {
      return false;
    }
  });

describe('the main job', () => {
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

  it('tells where everything is', () => {
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

  it('is empty without the demo, and says so', async () => {
    await signIn('Ada Admin');
    await page.getByRole('heading', { name: 'Integration Events' }).waitFor();
    await page.getByText('Your organization does not have any integrations').waitFor();
    await page.getByText('get an integration to see Events.').waitFor();
  });

  it('gives scripts a token of each demo account, and only of those', async () => {
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

  it('shows an event of an outside publisher at the top, without a reload', async () => {
    await page.reload();
    await page.getByText('No results.').waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await page.evaluate('window.isSamePage = true');
    await publish({ details: { message: 'the first' } });
    await rows().first().getByText('payrun.completed').waitFor({ timeout: SOON });
    const began = performance.now();
    await publish({ event_name: 'payrun.second' });
    await rows().first().getByText('payrun.second').waitFor({ timeout: SOON });
    console.info(`publish to row on screen: ${Math.round(performance.now() - began)} ms`);
    for (const text of ['payroll', 'Northwind', 'success', 'INFO'])
      await rows().first().getByText(text).first().waitFor();
    expect(await page.evaluate('window.isSamePage')).toBe(true);
  });

  it('shows what the README says how to publish', async () => {
    const example = (name: string, file = 'README.md'): string => {
      const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
      const [, code] = new RegExp(`<!-- example: ${name} -->\\n\`\`\`sh\\n([\\s\\S]*?)\`\`\``).exec(text) ?? [];
      if (code === undefined) throw new Error(`${file} has no example ${name}`);
      return code.replaceAll('localhost:9092', stack.kafkaBrokers).replaceAll('http://localhost:3001', stack.apiUrl);
    };
    expect(await run(example('publish'), stack.environment)).toContain('published');
    await rows().first().getByText('failure').waitFor({ timeout: SOON });
    expect(
      JSON.parse((await run(`${example('api').trim()} --silent --show-error`, stack.environment)).trim()),
    ).toMatchObject({
      count: 1,
      data: [{ details: { message: 'Bank refused the file' } }],
    });
    const validate = example('validate', 'docs/guides/publish-events.md').trim();
    expect(JSON.parse((await run(`${validate} --silent`, stack.environment)).trim())).toMatchObject({
      accepted: false,
      refusal: { code: 'invalid_field', pointer: '/organization_id' },
    });
    const hasKcat = await run('command -v kcat', stack.environment).then(Boolean, () => false);
    if (!hasKcat) return;
    await run(example('kcat'), stack.environment);
    await eventually(async () => (await rows().count()) === 4);
    expect(await run(example('rejected'), stack.environment)).toBeDefined();
  });

  it('opens a failure with its details and a mail to support that names the trace', async () => {
    const event = await publish({
      result: 'FAILURE',
      severity_text: 'ERROR',
      event_name: 'payrun.refused',
      details: { message: 'IBAN is wrong', step: 3 },
    });
    await rows().first().getByText('payrun.refused').click({ timeout: SOON });
    const dialog = page.getByRole('dialog', { name: 'Event Details' });
    for (const text of ['payroll', event.trace_id, 'failure', 'ERROR', 'IBAN is wrong'])
      await dialog.getByText(text).first().waitFor();
    expect(await dialog.getByRole('link', { name: 'Support' }).getAttribute('href')).toMatch(
      new RegExp(`^mailto:.*${event.trace_id}`),
    );
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('pauses without moving a row or the focus, counts what comes, and goes on', async () => {
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('Paused', { exact: true }).waitFor();
    const first = await rows().first().textContent();
    for (let number = 1; number <= 3; number += 1) await publish({ event_name: 'while.paused' });
    await page.getByText('3 new, 0 failed').waitFor({ timeout: SOON });
    expect(await rows().first().textContent()).toBe(first);
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Resume');
    await page.keyboard.press('Enter');
    await rows().first().getByText('while.paused').waitFor({ timeout: SOON });
    await page.getByText('Live', { exact: true }).waitFor();
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Pause');
  });

  it('keeps a row with the keyboard on it at its place, in view, while events arrive, and resumes when it is left', async () => {
    await page.evaluate('document.activeElement.blur()');
    const names = () => rows().locator('td:nth-child(4)').allTextContents();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.getByText('Resumes when you leave the row').waitFor();
    const before = await names();
    const place = await page.locator('tr:has(:focus)').boundingBox();
    for (let number = 1; number <= 12; number += 1) await publish({ event_name: 'while.focused' });
    await page.getByText('12 new, 0 failed').waitFor({ timeout: SOON });
    expect(await names()).toEqual(before);
    expect(await page.locator('tr:has(:focus)').boundingBox()).toEqual(place);
    await page.getByPlaceholder('Search Events...').focus();
    await rows().first().getByText('while.focused').waitFor({ timeout: SOON });
    await page.getByText('Live', { exact: true }).waitFor();
  });

  it('shows the whole time beside the facets, in columns that keep their widths while rows arrive', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Facets' }).click();
    await page.getByRole('complementary', { name: 'Facets' }).waitFor();
    const columns = () =>
      page.evaluate<number[]>("[...document.querySelectorAll('thead th')].map((one) => one.getBoundingClientRect().x)");
    const before = await columns();
    expect(before).toHaveLength(7);
    await publish({ event_name: 'a.name.much.longer.than.any.other.that.was.published.before', source_type: 'x' });
    await rows().first().getByText('a.name.much').waitFor({ timeout: SOON });
    expect(await columns()).toEqual(before);
    const times = "[...document.querySelectorAll('main td:has(time)')]";
    expect(await page.evaluate(`${times}.length`)).toBeGreaterThan(0);
    expect(await page.evaluate(`${times}.filter((one) => one.scrollWidth > one.clientWidth).length`)).toBe(0);
    await page.getByRole('button', { name: 'Facets' }).click();
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  it('opens the saved views as a panel before they are there, and sets Assign in line with its field', async () => {
    let arrive = (): void => undefined;
    const held = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/views-panel/, async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Views' }).click();
    const panel = page.getByRole('dialog', { name: 'Saved views' });
    await panel.getByText('Loading Saved views').waitFor();
    expect((await panel.boundingBox())?.height).toBeGreaterThan(100);
    arrive();
    await panel.getByLabel('Name of the view').waitFor();
    await page.keyboard.press('Escape');
    await page.unroute(/views-panel/);

    await page.getByRole('button', { name: /^Hello/ }).click();
    await page.getByRole('menuitem', { name: 'Organization Settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Organization Settings' });
    const middle = async (name: RegExp): Promise<number> => {
      const box = await dialog.getByRole('button', { name }).boundingBox();
      return box === null ? NaN : Math.round(box.y + box.height / 2);
    };
    await dialog.getByText('An administrator reviews your request.').waitFor();
    // While the dialog comes in they move, together.
    await eventually(async () => (await middle(/^Assign$/)) === (await middle(/Organization$/)), SOON);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('searches, filters and pages', async () => {
    for (let number = 1; number <= 25; number += 1)
      await publish({ event_name: 'sync.done', details: { message: `batch 100%_${number}` } });
    await rows().first().getByText('sync.done').waitFor({ timeout: SOON });
    await page.getByRole('button', { name: 'Next' }).click();
    await page.waitForURL(/page=2/);
    await page.getByPlaceholder('Search Events...').fill('100%_7');
    await page.waitForURL(({ searchParams }) => searchParams.get('query') === '100%_7' && !searchParams.has('page'));
    await eventually(async () => (await rows().count()) === 1, SOON);
    await page.getByPlaceholder('Search Events...').fill('');
    await page.waitForURL(({ searchParams }) => !searchParams.has('query'));
    await eventually(async () => (await rows().count()) === 10, SOON);
    await page.getByRole('button', { name: /Status/ }).click();
    await page
      .getByRole('option', { name: 'FAILURE' })
      .or(page.getByRole('menuitemradio', { name: 'FAILURE' }))
      .first()
      .click();
    await eventually(async () => (await rows().count()) === 2, SOON);
    await page.getByRole('button', { name: /Integrations/ }).click();
    await page
      .getByRole('option', { name: 'banking' })
      .or(page.getByRole('menuitemradio', { name: 'banking' }))
      .first()
      .click();
    await page.getByText('No results.').waitFor();
  });

  it('shows a client only the events of its own organizations', async () => {
    const token = (await run('npm run --silent token -- client', stack.environment)).trim();
    const { body } = await caller(stack.apiUrl, token)('GET', '/events');
    expect(body).toMatchObject({ data: [], count: 0, integrations: [] });
  });

  it('refuses a second start on the same folder, and one on ports in use', async () => {
    await expect(run('npm start --silent -- --no-demo', stack.environment)).rejects.toThrow(/exit 1/);
    await expect(
      run('npm start --silent', { ...stack.environment, PORTICO_DATA_DIR: `${dataDir}-other` }),
    ).rejects.toThrow(
      new RegExp(`${ports.CONSOLE_PORT}[\\s\\S]*CONSOLE_PORT|CONSOLE_PORT[\\s\\S]*${ports.CONSOLE_PORT}`),
    );
  });

  it('ends with every process, and has everything at the next start', async () => {
    expect(processesOf(dataDir).length).toBeGreaterThan(8);
    const { isOrderly, took } = await stack.stop();
    console.info(`end: ${Math.round(took)} ms`);
    expect(isOrderly).toBe(true);
    expect(processesOf(dataDir)).toEqual([]);

    stack = await startStack(dataDir, ports);
    console.info(/Ready in [^\n]*/.exec(stack.output())?.[0]);
    await page.goto(`${stack.consoleUrl}/dashboard?query=sync.done`);
    await page.getByText('of 25').waitFor({ timeout: SOON });
  });

  it('comes alive with the demo', async () => {
    await page.goto(`${stack.consoleUrl}/dashboard`);
    await page.getByText('Live', { exact: true }).waitFor({ timeout: SOON });
    const first = await rows().first().textContent();
    await eventually(async () => (await rows().first().textContent()) !== first, 60_000);
  });
});
