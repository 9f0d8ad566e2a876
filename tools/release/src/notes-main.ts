/** `npm run node -- tools/release/src/notes-main.ts <version>` prints one version's section of CHANGELOG.md. */
import { readFileSync } from 'node:fs';
import { notesOf } from './changelog.ts';

const [version = ''] = process.argv.slice(2);
const notes = notesOf(readFileSync('CHANGELOG.md', 'utf8'), version);
if (notes === null) {
  console.error(`CHANGELOG.md has no version ${version}`);
  process.exitCode = 1;
} else process.stdout.write(notes);
