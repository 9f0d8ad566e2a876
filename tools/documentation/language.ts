import type { TextFile } from './files.ts';

/** Phrases that readers cannot search for, with the word to use instead. */
const REPLACEMENTS: Readonly<Record<string, string>> = {
  anew: 'again, new; of a topic or a table: recreated',
  whoever: 'the user, the caller, the process: name who it is',
  outrun: 'the process that lost the race; a stale insert',
  'post office': 'inbox',
  mended: 'corrected, repaired',
  'goes on': 'continues, resumes',
  'tells of': 'reports, describes, lists',
  'told of': 'notified of, sent',
  'is told': 'receives, gets, is notified',
  'wait to be': 'are pending, are queued',
};
const PHRASES = new RegExp(
  String.raw`\b(${Object.keys(REPLACEMENTS)
    .join('|')
    .replaceAll(' ', String.raw`[\s*/]+`)})\b`,
  'gi',
);

/** Where one of the phrases occurs in code, comments or pages, one a line. */
export const unclearWords = (files: readonly TextFile[]): string[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(PHRASES)].map(({ 0: found, index }) => {
      const line = text.slice(0, index).split('\n').length;
      const phrase = found.toLowerCase().replaceAll(/[\s*/]+/g, ' ');
      return `${path}:${line}: '${phrase}' (write ${REPLACEMENTS[phrase]})`;
    }),
  );
