import { curl } from './curl.ts';
import { type Given, type Language, LANGUAGES, type Snippet, type Writer } from './given.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { kcat } from './kcat.ts';
import { node } from './node.ts';
import { php } from './php.ts';
import { python } from './python.ts';

const WRITERS: Record<Language, [label: string, write: Writer]> = {
  curl: ['curl', curl],
  kcat: ['kcat', kcat],
  node: ['Node', node],
  python: ['Python', python],
  java: ['Java', java],
  go: ['Go', go],
  php: ['PHP', php],
};

/**
 * Code that publishes one event through a door, in every language that has some for it. Each program makes a new
 * id, says what was answered on standard output, and ends with an exit code other than 0 when publishing was refused. Over HTTP
 * the answer also says which events were rejected.
 */
export const snippets = (given: Given): Snippet[] =>
  LANGUAGES.flatMap((language) => {
    const [label, write] = WRITERS[language];
    const code = write(given);
    return code === null ? [] : [{ language, label, code }];
  });
