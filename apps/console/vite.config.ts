import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { compressed } from './build/compressed.ts';
import { websocketOnly } from './build/websocket-only.ts';

/** In development, writes the API's address from the environment into the page. In production, the console server does this. */
const apiAddress = (): Plugin => ({
  name: 'portico:api-address',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replace('name="portico:api-url" content=""', `name="portico:api-url" content="${process.env.API_URL ?? ''}"`),
});

/** Serves the console with typed fakes instead of the API, for `npm run dev:console`. */
const onFakes = (): Plugin => ({
  name: 'portico:on-fakes',
  apply: (_, { command, mode }) => command === 'serve' && mode === 'fakes',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/src/main.ts', '/src/testing/dev/main.ts') },
});

/** Modules that the front page and the portal load first. */
const PAGE = [
  'vite/preload-helper',
  'src/app/(services|follow-links|configured|error-page)\\.',
  'libs/ui/src/(input-method/input-method|part/missing-code)\\.',
  'shell/public-shell',
  'feedback/waiting',
  'status-tag',
  'libs/ui/src/format/',
  'lucide-react/.*/(activity|users|shield-check|building-complex|circle-check|circle-exclamation-point)\\.',
];

/** Modules that every signed-in page loads first. */
const SIGNED_IN = [
  'src/start-console\\.',
  'src/app/(router|app|backend|use-search-change)\\.',
  '_portal\\.tsx\\?tsr-split',
  'load-failure',
  'own-organizations/(membership\\.queries|selected)',
  'src/shared/time/(time-range-button|time-zone)\\.',
  '@tanstack/react-query/.*/useQuery\\.',
  'lucide-react/.*/(search-x|download|arrow-up|arrow-down|bookmark|barcode)\\.',
  'events/(severity-text|events.queries|views/view-search|query/plain)',
  'contracts/src/http/(event-integrations|trouble)',
  '_portal/-(speaks-plainly|to-products)',
  'shared/maintenance/maintenance(-mark|\\.queries)',
  'libs/ui/src/badge/',
  'own-organizations/use-scope',
  'react-router/.*/useLocation',
  'libs/ui/src/(table/table|filter|pagination|theme/surface|screen|search-box|tabs)',
];

/**
 * Bundles one file for the libraries of every page, one for the front page, and one for the common modules of signed-in pages. The
 * router splits the other modules by route. A group contains all imports of its modules that no earlier group contains, so that
 * files never import each other in a cycle.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: 'page', test: new RegExp(PAGE.join('|')), priority: 2 },
  { name: 'console', test: new RegExp(SIGNED_IN.join('|')), priority: 1 },
];

export default defineConfig({
  plugins: [
    tanstackRouter({
      target: 'react',
      autoCodeSplitting: true,
      // Bundles loaders with their screens, so that the first load does not contain the API calls of loaders.
      codeSplittingOptions: { defaultBehavior: [['loader', 'component'], ['errorComponent'], ['notFoundComponent']] },
      addExtensions: true,
      quoteStyle: 'single',
    }),
    react(),
    vanillaExtractPlugin(),
    apiAddress(),
    onFakes(),
    websocketOnly(),
    compressed(),
  ],
  // Excludes the shim for React versions before 18, because React now contains this hook.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  server: { host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT ?? 3000), strictPort: true },
  build: {
    target: 'es2024',
    // The page has no inline scripts, so that the policy `script-src 'self'` is sufficient.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Preloads only the page's own files. Lists for every dialog would add 2 kB to the first load.
      resolveDependencies: (_, files, { hostId, hostType }) =>
        hostType === 'html' || /\/index-/.test(hostId) ? files : [],
    },
    rolldownOptions: {
      // Allows more tree shaking, because no module has getters with side effects.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: {
        codeSplitting: { groups },
        // Short file names: every page lists all files that it may load later, and longer names would add 1 kB to the first load.
        chunkFileNames: 'assets/p[hash:7].js',
        assetFileNames: 'assets/p[hash:7][extname]',
      },
    },
  },
});
