import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Described } from './described.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** A folder below node_modules, so that the compiler finds the SDK. */
const CACHE = join(ROOT, 'node_modules/.cache/portico');

const OPTIONS = {
  noEmit: true,
  strict: true,
  skipLibCheck: true,
  target: 'es2024',
  module: 'nodenext',
  types: ['node'],
};

/** A call and the parameters of its form. Every value is a string. */
export type Carried = { call: Described; parameters: unknown };

/**
 * Adapts the SDK's types to forms, where numbers and flags are strings. Where Stripe lists known values and the SDK also allows any
 * other string (`OtherString`), the adapted type accepts only listed values.
 */
const PREAMBLE = `import type { Stripe } from 'stripe';
type IsText<T> = (<X>() => X extends T ? 1 : 2) extends <X>() => X extends string ? 1 : 2 ? true : false;
type Text<T extends string> = string extends T ? (IsText<T> extends true ? string : never) : T;
type Wire<T> = T extends string ? Text<T>
  : T extends number ? \`\${number}\`
  : T extends boolean ? \`\${T}\`
  : T extends readonly (infer E)[] ? Wire<E>[]
  : T extends object ? { [K in keyof T]: Wire<T[K]> }
  : T extends undefined ? undefined : never;
`;

/**
 * Compiles requests against the SDK's types for the pinned API version.
 * @returns the compiler's errors, by the index of the request in the list.
 */
export function complaints(requests: readonly Carried[]): Map<number, string> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(join(CACHE, 'requests-'));
  try {
    const lines = requests.map(
      ({ call, parameters }, index) =>
        `export const request${index}: Wire<NonNullable<${call.type}>> = ${JSON.stringify(parameters)};`,
    );
    const first = PREAMBLE.split('\n').length;
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(join(folder, 'requests.ts'), `${PREAMBLE}${lines.join('\n')}\n`);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['requests.ts'] }));
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const { stdout, status, error } = spawnSync(tsc, ['-p', '.', '--pretty', 'false'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (error) throw error;
    const found = new Map<number, string>();
    for (const [, line, text] of stdout.matchAll(/^requests\.ts\((\d+),\d+\): error (.*(?:\n {2}.*)*)/gm))
      found.set(Number(line) - first, text ?? '');
    if (status !== 0 && found.size === 0) throw new Error(`the compiler failed: ${stdout}`);
    return found;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
