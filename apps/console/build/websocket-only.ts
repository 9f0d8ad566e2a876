import type { Plugin } from 'vite';

const TRANSPORTS = /engine\.io-client\/build\/esm\/transports\/index\.js$/;
/** The polling transport. The index of engine.io-client imports this file, so the bundler would include the file for its side effects. */
const POLLING = /engine\.io-client\/build\/esm\/transports\/polling-xhr\.js$/;

/** Replacements for the modules that handle binary messages. The live connection sends and receives only text. */
const TEXT_ONLY: readonly [file: RegExp, code: string][] = [
  [
    /socket\.io-parser\/build\/esm\/is-binary\.js$/,
    'export const isBinary = () => false;\nexport const hasBinary = isBinary;',
  ],
  [
    /socket\.io-parser\/build\/esm\/binary\.js$/,
    'export const deconstructPacket = () => null;\nexport const reconstructPacket = deconstructPacket;',
  ],
  [/engine\.io-parser\/build\/esm\/contrib\/base64-arraybuffer\.js$/, 'export const decode = () => null;'],
];

/** Bundles only the WebSocket transport of the Socket.IO client, because the live connection sends only text over WebSocket. */
export const websocketOnly = (): Plugin => ({
  name: 'portico:websocket-only',
  apply: 'build',
  enforce: 'pre',
  load: (id) => {
    if (TRANSPORTS.test(id))
      return `import { WS } from './websocket.js';\nexport const transports = { websocket: WS };`;
    if (POLLING.test(id)) return 'export const XHR = undefined;';
    return TEXT_ONLY.find(([file]) => file.test(id))?.[1] ?? null;
  },
});
