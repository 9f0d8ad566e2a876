// needs: apache-kafka
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { EventList } from '@portico/contracts/http/events';
import { eventually, read } from '@portico/testkit';
import type { Page } from 'playwright-core';
import { TIMEOUT_MS, type Publishing, takePublishing } from '../src/product.ts';
import { type Program, runProgram } from '../src/programs.ts';

// Go and Java programs need time to compile.
jest.setTimeout(600_000);

/** Programs that every machine can run. */
const REQUIRED = ['Node http', 'Node own', 'Node own by a token', 'Java http', 'Java own', 'Java own by a token'];

describe('the code of the Connect page', () => {
  let product: Publishing;
  let page: Page;
  const ran: string[] = [];
  const missing: string[] = [];

  beforeAll(async () => {
    product = await takePublishing('payroll');
    page = await product.newPage('admin', { viewport: { width: 1440, height: 900 } });
    await page.goto(`${product.stack.consoleUrl}/connect/${product.integration.id}`);
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('textbox', { name: 'Label' }).fill('Programs');
    await page.getByRole('button', { name: 'Create key' }).click();
    await page.getByText('Copy the key now').waitFor();
  });
  afterAll(() => product?.stop());

  const group = (name: string) => page.getByRole('group', { name });
  const choose = (name: string, text: string) => group(name).getByText(text, { exact: true }).click();
  const codeOf = (language: string): Promise<string> =>
    page.getByRole('region', { name: `Example for ${language}` }).innerText();
  const listed = async (): Promise<number> => (await read<EventList>(product.admin, '/events')).count;
  const runAll = async (languages: readonly string[], of: Pick<Program, 'way' | 'isByToken'>): Promise<void> => {
    const before = await listed();
    let count = 0;
    for (const language of languages) {
      if (languages.length > 1) await choose('Language', language);
      const printed = await runProgram({ language, code: await codeOf(language), ...of });
      count += printed === null ? 0 : 1;
      (printed === null ? missing : ran).push(`${language} ${of.way}${of.isByToken ? ' by a token' : ''}`);
    }
    await eventually(async () => (await listed()) === before + count, TIMEOUT_MS);
  };
  const languages = async (): Promise<string[]> => {
    await group('Language').waitFor();
    return group('Language').locator('label').allTextContents();
  };

  it('publishes an event over HTTP in every language', async () => {
    await runAll(await languages(), { way: 'http', isByToken: false });
  });

  it("publishes an event to the integration's topic, with the key and with a token", async () => {
    await choose('How to publish', 'Kafka, own topic');
    await page.getByRole('button', { name: 'Use Kafka' }).click();
    await group('Authentication').waitFor();
    await choose('Language', 'Node');
    const first: Program = { language: 'Node', code: await codeOf('Node'), way: 'own', isByToken: false };
    const publish = () => runProgram(first).then(Boolean, () => false);
    const before = await listed();
    // The page says "It is there within seconds."
    await eventually(publish, TIMEOUT_MS);
    await eventually(async () => (await listed()) === before + 1, TIMEOUT_MS);
    await runAll(await languages(), { way: 'own', isByToken: false });
    await choose('Authentication', 'With a token');
    await runAll(await languages(), { way: 'own', isByToken: true });
  });

  it('publishes an event to the shared topic', async () => {
    await choose('How to publish', 'Kafka, shared topic');
    await runAll(['kcat'], { way: 'shared', isByToken: false });
  });

  it('runs in all installed languages', () => {
    console.info(`not run, because it is not there: ${missing.join(', ') || 'nothing'}`);
    expect(ran).toEqual(expect.arrayContaining(REQUIRED));
  });
});
