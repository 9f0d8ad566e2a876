import type { Plugin } from 'vite';

const TRANSPORTS = /engine\.io-client\/build\/esm\/transports\/index\.js$/;

/** The live connection speaks WebSocket and nothing else: the client's other transports stay out of the built page. */
export const websocketOnly = (): Plugin => ({
  name: 'portico:websocket-only',
  apply: 'build',
  enforce: 'pre',
  load: (id) =>
    TRANSPORTS.test(id) ? `import { WS } from './websocket.js';\nexport const transports = { websocket: WS };` : null,
});
