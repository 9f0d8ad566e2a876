import { posix } from 'node:path';
import type { TextFile } from './files.ts';

const HEAD = /^# (\d+)\. (.+)\n\n- Status: (Accepted|Superseded by)\b.*(?:\n {2}.*)*\n- Date: (\d{4}-\d{2}-\d{2})\n/;
const SECTIONS = ['Decision', 'Context', 'Consequences'];
const MAX_WORDS = 360;

/** Checks number, status, date, sections, length and index row of the decision records. Returns the faults, one per line. */
export function decisionFaults(files: readonly TextFile[], index: string): string[] {
  return files.flatMap(({ path, text }) => {
    const head = HEAD.exec(text);
    if (!head) return [`${path}: should begin with '# number. title', '- Status: ...' and '- Date: yyyy-mm-dd'`];
    const [, number = '', title = '', status = '', date = ''] = head;
    const file = posix.basename(path);
    const faults = SECTIONS.filter((section) => !text.includes(`\n## ${section}\n`)).map(
      (section) => `has no section '${section}'`,
    );
    if (!file.startsWith(number.padStart(4, '0'))) faults.push(`is number ${number}`);
    const words = text.split(/\s+/).length;
    if (words > MAX_WORDS) faults.push(`has ${words} words, at most ${MAX_WORDS}`);
    const row = index.split('\n').find((line) => line.includes(`](${file})`)) ?? '';
    if (!row.startsWith(`| ${number} | [${title}](${file}) | ${status}`) || !row.endsWith(` | ${date} |`))
      faults.push('has no row in docs/adr/README.md with this number, title, status and date');
    return faults.map((fault) => `${path}: ${fault}`);
  });
}
