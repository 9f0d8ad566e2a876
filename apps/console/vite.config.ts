import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { compressed } from './build/compressed.ts';
import { websocketOnly } from './build/websocket-only.ts';

/** In development the page learns the API's address from the environment, as the server of a built one tells it. */
const apiAddress = (): Plugin => ({
  name: 'portico:api-address',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replace('name="portico:api-url" content=""', `name="portico:api-url" content="${process.env.API_URL ?? ''}"`),
});

/** `npm run dev:console`: the page begins with the console on typed fakes. */
const onFakes = (): Plugin => ({
  name: 'portico:on-fakes',
  apply: (_, { command, mode }) => command === 'serve' && mode === 'fakes',
  transformIndexHtml: { order: 'pre', handler: (html) => html.replace('/src/main.ts', '/src/testing/dev/main.ts') },
});

/** What the front page and the portal both begin with. */
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

/** What every signed-in page begins with. */
const SIGNED_IN = [
  'src/start-console\\.',
  'src/app/(router|app|backend)\\.',
  '_portal\\.tsx\\?tsr-split',
  'load-failure',
  'own-organizations/(membership\\.queries|selected)',
  'src/shared/time/(time-range-button|time-zone)\\.',
  '@tanstack/react-query/.*/useQuery\\.',
  'lucide-react/.*/(search-x|download|arrow-up|arrow-down|bookmark|barcode)\\.',
  'events/(severity-text|events.queries|views/view-search|query/plain)',
  'contracts/src/http/(event-integrations|trouble)',
  '_portal/-speaks-plainly',
  'shared/maintenance/maintenance(-mark|\\.queries)',
  'libs/ui/src/badge/',
  'own-organizations/use-scope',
  'react-router/.*/useLocation',
  'libs/ui/src/(table/table|filter|pagination|theme/surface|screen|search-box|tabs)',
];

/**
 * A file for the libraries of every page, for the front page, and for what every signed-in page has; the rest is split by
 * route. A group takes all that its modules import and no earlier group has, so that files never import each other in a circle.
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
      // Loaders go with their screens: what they ask the API with is no part of the page's first code.
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
  // React has had this hook since 18: the copy for older ones stays out.
  resolve: { alias: { 'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector' } },
  server: { host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT ?? 3000), strictPort: true },
  build: {
    target: 'es2024',
    // `script-src 'self'` is enough for the page: nothing is inlined into it.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The page's own files are fetched at once; lists of files for every dialog would be two kilobytes of the first load.
      resolveDependencies: (_, files, { hostId, hostType }) =>
        hostType === 'html' || /\/index-/.test(hostId) ? files : [],
    },
    rolldownOptions: {
      // Nothing that the page is made of has a getter that does something when it is read.
      treeshake: { propertyReadSideEffects: false, unknownGlobalSideEffects: false },
      output: {
        codeSplitting: { groups },
        // Every page names all files that it may come to need: a kilobyte of the first load, were they called what they hold.
        chunkFileNames: 'assets/p[hash:7].js',
        assetFileNames: 'assets/p[hash:7][extname]',
      },
    },
  },
});
