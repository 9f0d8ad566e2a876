const FILE = 'packages.json';

/** Lists beside a bundle which of these packages it still imports, for those who put it where no `node_modules` are. */
export const packagesOutside = (names) => ({
  name: 'packages-outside',
  generateBundle(_options, bundle) {
    const code = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : []));
    // However it is loaded: by import, or by a require of a package that is bundled.
    const imported = names.filter((name) => code.some((text) => new RegExp(`["'\`]${name}["'\`/]`).test(text)));
    this.emitFile({ type: 'asset', fileName: FILE, source: `${JSON.stringify(imported)}\n` });
  },
});
