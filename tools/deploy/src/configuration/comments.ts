import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns the doc comment above a variable in a schema. A comment in the folder of an app applies only to this app. */
export type CommentOf = (name: string, app: string) => string | undefined;

const COMMENT = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*([A-Z][A-Z0-9_]*):/g;
const SOURCES = '{apps,libs}/*/src/**/*.ts';
const NO_SOURCE = /(?:\.spec\.ts|[\\/](?:console|dist|node_modules)[\\/].*)$/;

const plain = (comment: string): string =>
  comment
    .split('\n')
    .map((line) => line.trim().replace(/^\* ?/, ''))
    .join(' ')
    .trim();

/** Reads the doc comments of variables from the sources below `root`, because schemas do not contain comments. */
export function readComments(root: string): CommentOf {
  const found = new Map<string, string>();
  for (const path of globSync(SOURCES, { cwd: root }).filter((one) => !NO_SOURCE.test(one)))
    for (const [, comment = '', name = ''] of readFileSync(join(root, path), 'utf8').matchAll(COMMENT)) {
      const app = /^apps[\\/]([^\\/]+)/.exec(path)?.[1] ?? '';
      found.set(`${app}:${name}`, plain(comment));
    }
  return (name, app) => found.get(`${app}:${name}`) ?? found.get(`:${name}`);
}
