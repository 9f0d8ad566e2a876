// needs: promtool
import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { STARTING } from '@portico/testkit';
import { type ScrapedProcesses, startScrapedProcesses } from './scraped-processes.ts';

let processes: ScrapedProcesses;
beforeAll(async () => {
  processes = await startScrapedProcesses();
}, STARTING * 3);
afterAll(async () => processes?.stop());

/** Of prom-client's own metrics: their names are what dashboards everywhere know. */
const KNOWN = /^(nodejs|process)_/;

it('promtool reads what every process says, and finds no fault with its names', async () => {
  const scrapes = await processes.scrapes();
  expect(Object.keys(scrapes)).toHaveLength(7);
  for (const [name, text] of Object.entries(scrapes)) {
    const faults = check(text)
      .split('\n')
      .filter((line) => line !== '' && !KNOWN.test(line));
    expect([name, faults]).toEqual([name, []]);
  }
}, 60_000);

/** What `promtool check metrics` says against a text; it ends with 3 for advice and with 1 for what it cannot read. */
function check(text: string): string {
  try {
    execFileSync('promtool', ['check', 'metrics'], { input: text, stdio: ['pipe', 'pipe', 'pipe'] });
    return '';
  } catch (error) {
    return error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  }
}
