const FILE = 'packages.json';

/** Lists which of these packages a bundle still imports, for installations without `node_modules`. */
export const packagesOutside = (names) => ({
  name: 'packages-outside',
  generateBundle(_options, bundle) {
    const code = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : []));
    // Matches an import, and a require in a bundled package.
    const imported = names.filter((name) => code.some((text) => new RegExp(`["'\`]${name}["'\`/]`).test(text)));
    this.emitFile({ type: 'asset', fileName: FILE, source: `${JSON.stringify(imported)}\n` });
  },
});
