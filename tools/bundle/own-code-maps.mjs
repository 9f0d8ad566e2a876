/**
 * Source maps of our own code only. Those of packages would be ten times as large, and Node reads a whole map when it loads the file.
 * Packages are in the bundle as published.
 */
export const ownCodeMaps = () => ({
  name: 'own-code-maps',
  transform: {
    filter: { id: /[\\/]node_modules[\\/]/ },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
});
