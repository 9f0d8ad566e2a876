const FILE = 'packages.json';

/** Rolldown plugin that lists the packages of `names` that the bundle imports. An image must contain these packages. */
export const packagesOutside = (names) => ({
  name: 'packages-outside',
  generateBundle(_options, bundle) {
    const code = Object.values(bundle).flatMap((chunk) => (chunk.type === 'chunk' ? [chunk.code] : []));
    // Match an import or a require of the package, which may be in the code of a bundled package.
    const imported = names.filter((name) => code.some((text) => new RegExp(`["'\`]${name}["'\`/]`).test(text)));
    this.emitFile({ type: 'asset', fileName: FILE, source: `${JSON.stringify(imported)}\n` });
  },
});
