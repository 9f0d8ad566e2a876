// needs: promtool
import { spawnSync } from 'node:child_process';
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

/** What `promtool check metrics` says against a text; it ends with 3 for advice, also on what is known, and with 1 for what it cannot read. */
function check(text: string): string {
  const { status, stderr, error } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  if (error) throw error;
  return status === 1 && stderr === '' ? 'cannot be read' : stderr;
}
