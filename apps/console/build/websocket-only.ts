import type { Plugin } from 'vite';

const TRANSPORTS = /engine\.io-client\/build\/esm\/transports\/index\.js$/;
/** Named by the client's index, and kept in the page for what it does when it is loaded. */
const POLLING = /engine\.io-client\/build\/esm\/transports\/polling-xhr\.js$/;

/** The live connection speaks WebSocket and nothing else: the client's other transports stay out of the built page. */
export const websocketOnly = (): Plugin => ({
  name: 'portico:websocket-only',
  apply: 'build',
  enforce: 'pre',
  load: (id) => {
    if (TRANSPORTS.test(id))
      return `import { WS } from './websocket.js';\nexport const transports = { websocket: WS };`;
    return POLLING.test(id) ? 'export const XHR = undefined;' : null;
  },
});
