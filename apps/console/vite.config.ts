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

/** What every signed-in page begins with. */
const SIGNED_IN = [
  'src/app/(router|app|backend)\\.',
  '_portal\\.tsx\\?tsr-split',
  'load-failure',
  'own-organizations/(membership|selected)',
  'libs/ui/src/(table/table|filter|pagination|theme/surface|screen|search-box|tabs)',
];

/**
 * A file for the libraries of every page, for the front page, and for what every signed-in page has; the rest is split by
 * route. A group takes all that its modules import and no earlier group has, so that files never import each other in a circle.
 */
const groups: Rolldown.CodeSplittingGroup[] = [
  { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
  { name: 'page', test: /vite\/preload-helper|src\/app\/(landing|services|follow-links)\./, priority: 2 },
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
    rolldownOptions: { output: { codeSplitting: { groups } } },
  },
});
