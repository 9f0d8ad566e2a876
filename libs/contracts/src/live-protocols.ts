const LIVE_PROTOCOL = 'portico-live';
const TOKEN_PREFIX = 'portico-token.';

/**
 * The WebSocket subprotocols of a live connection. They contain the token, so that the gateway can authenticate the handshake. A browser
 * could otherwise send the token only in the URL, which is logged.
 */
export const liveProtocols = (token: string | null): string[] =>
  token === null ? [LIVE_PROTOCOL] : [LIVE_PROTOCOL, `${TOKEN_PREFIX}${token}`];

/** The token in a `Sec-WebSocket-Protocol` header, or null. */
export const tokenOfProtocols = (header: string | undefined): string | null => {
  const protocol = header?.split(',').find((name) => name.trim().startsWith(TOKEN_PREFIX));
  return protocol?.trim().slice(TOKEN_PREFIX.length) || null;
};
