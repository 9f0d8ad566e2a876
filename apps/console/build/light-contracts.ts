import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const CONTRACTS = fileURLToPath(new URL('../../../libs/contracts/src/', import.meta.url));

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const isSchema = (value: unknown): boolean => isObject(value) && '_zod' in value;
const isEndpoint = (value: unknown): value is { method: string; path: string } =>
  isObject(value) && 'method' in value && 'path' in value && 'response' in value;
/** Strings, numbers, and lists and objects of them. */
const isData = (value: unknown): boolean =>
  typeof value !== 'function' && !isSchema(value) && (!isObject(value) || Object.values(value).every(isData));

/** An export as a built page has it; null for schemas and functions, which stay as they are. */
export const lightExport = (name: string, value: unknown): string | null => {
  if (isEndpoint(value)) {
    const { method, path } = value;
    return `export const ${name} = { method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)}, response: AS_IS };`;
  }
  return isData(value) ? `export const ${name} = ${JSON.stringify(value)};` : null;
};

/**
 * Leaves schemas out of a built page where nothing but an endpoint's address is needed: zod and the schemas of answers
 * are a sixth of all that a signed-in route may load. Every service checks its answers against the same schemas before
 * it sends them; in development and in tests the console checks them once more. Forms bring their schemas along.
 */
export const lightContracts = (): Plugin => ({
  name: 'portico:light-contracts',
  apply: 'build',
  enforce: 'pre',
  async load(id) {
    if (!id.startsWith(CONTRACTS) || id.includes('?')) return null;
    const exports: Record<string, unknown> = await import(id);
    const light: string[] = ['const AS_IS = { parse: (body) => body };'];
    const whole: string[] = [];
    for (const [name, value] of Object.entries(exports)) {
      const code = lightExport(name, value);
      if (code === null) whole.push(name);
      else light.push(code);
    }
    if (whole.length > 0) light.push(`export { ${whole.join(', ')} } from ${JSON.stringify(`${id}?whole`)};`);
    return { code: light.join('\n'), moduleType: 'js', moduleSideEffects: false };
  },
});
