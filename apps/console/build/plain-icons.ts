import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FACTORY = /lucide-react\/dist\/esm\/createLucideIcon\.mjs$/;
const PLAIN = fileURLToPath(new URL('plain-icon.ts', import.meta.url));

/**
 * The library's own components take settings by context, class names and more: a kilobyte and a half of every page. A
 * built page draws its pictures without that.
 */
export const plainIcons = (): Plugin => ({
  name: 'portico:plain-icons',
  apply: 'build',
  enforce: 'pre',
  load: (id) => (FACTORY.test(id) ? `export { default } from ${JSON.stringify(PLAIN)};` : null),
});
