import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'licences.txt';
const TEXT = /^(licen[cs]e|notice|copying)/i;

/** Returns the folder of a module's package, or undefined for a module of this repository. */
const packageOf = (id) => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(id)?.[0];

const describe = (folder) => {
  const {
    name,
    version,
    license = 'no licence named',
  } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => TEXT.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`${name} ${version} (${typeof license === 'string' ? license : license.type})`, ...texts].join('\n\n');
};

/** Rolldown plugin that writes name, version and licence of every bundled package next to the bundle, as the licences require. */
export const licences = () => ({
  name: 'licences',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
    const folders = new Set(modules.flatMap((id) => packageOf(id) ?? []));
    const source = [...folders]
      .toSorted()
      .map(describe)
      .join(`\n\n${'-'.repeat(80)}\n\n`);
    this.emitFile({ type: 'asset', fileName: FILE, source: `${source}\n` });
  },
});
