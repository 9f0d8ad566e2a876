/**
 * Rolldown plugin that removes packages from the source maps. Maps with packages would be ten times as large, and Node reads a whole
 * map when it loads the bundle. Packages are bundled as published.
 */
export const ownCodeMaps = () => ({
  name: 'own-code-maps',
  transform: {
    filter: { id: /[\\/]node_modules[\\/]/ },
    handler: (code) => ({ code, map: { mappings: '' } }),
  },
});
