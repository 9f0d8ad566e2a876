/**
 * Source maps of our own code alone. Those of the packages would be ten times as large, and Node reads a map whole when it loads
 * the file; packages stand in the bundle as they were published.
 */
export const ownCodeMaps = () => ({
  name: 'own-code-maps',
  transform: {
    filter: { id: /[\\/]node_modules[\\/]/ },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
});
