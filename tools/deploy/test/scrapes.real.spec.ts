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

/** Matches prom-client's default metrics. Public dashboards use these names, so promtool's advice about them is ignored. */
const KNOWN = /^(nodejs|process)_/;

it('promtool parses the metrics of every process, and accepts their names', async () => {
  const scrapes = await processes.scrapes();
  expect(Object.keys(scrapes)).toHaveLength(7);
  for (const [name, text] of Object.entries(scrapes)) {
    const faults = check(text)
      .split('\n')
      .filter((line) => line !== '' && !KNOWN.test(line));
    expect([name, faults]).toEqual([name, []]);
  }
}, 60_000);

/** Returns the output of `promtool check metrics`, which exits with code 3 for advice, and with code 1 for invalid text. */
function check(text: string): string {
  const { status, stderr, error } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
  if (error) throw error;
  return status === 1 && stderr === '' ? 'cannot be read' : stderr;
}
