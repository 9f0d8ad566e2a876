import { tanstackRouter } from '@tanstack/router-plugin/vite';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { acyclic } from './build/acyclic.ts';
import { chunks } from './build/chunks.ts';
import { compressed } from './build/compressed.ts';
import { lightContracts } from './build/light-contracts.ts';
import { plainIcons } from './build/plain-icons.ts';
import { websocketOnly } from './build/websocket-only.ts';

/** In development the page learns the API's address from the environment, as the server of a built one tells it. */
const apiAddress = (): Plugin => ({
  name: 'portico:api-address',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replace('name="portico:api-url" content=""', `name="portico:api-url" content="${process.env.API_URL ?? ''}"`),
});

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
    lightContracts(),
    plainIcons(),
    websocketOnly(),
    acyclic(),
    compressed(),
  ],
  // React has had the hook itself for years.
  resolve: {
    alias: [
      { find: 'use-sync-external-store/shim/with-selector', replacement: 'use-sync-external-store/with-selector' },
      { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' },
    ],
  },
  server: { host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT ?? 3000), strictPort: true },
  build: {
    target: 'es2024',
    // `script-src 'self'` is enough for the page: nothing is inlined into it.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Routes bring their files along at once; lists of files for every dialog would be a kilobyte of the first load.
      resolveDependencies: (_, files, { hostId, hostType }) =>
        hostType === 'html' || /\/index-/.test(hostId) ? files : [],
    },
    rolldownOptions: {
      // Files name each other: names of their own would be a kilobyte of the first load.
      output: {
        codeSplitting: chunks,
        chunkFileNames: ({ name }) => (name.startsWith('start-') ? 'assets/[name]-[hash:8].js' : 'assets/[hash:8].js'),
        assetFileNames: 'assets/[hash:8][extname]',
      },
      // A schema that nobody uses does nothing, nor do its words.
      treeshake: { manualPureFunctions: ['z', 'should'], propertyReadSideEffects: false },
    },
  },
});
