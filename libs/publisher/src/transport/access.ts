/** Thrown for an invalid option of a publisher, before a request is sent. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

/** Format of a key: `ptk_`, mode, key id, secret. */
const KEY = /^ptk_(live|test)_[a-z2-7]{8}_[0-9A-Za-z]{32}$/;
const SECRET_LENGTH = 32;
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/;

/**
 * Returns the URL to which events are posted.
 * @throws ConfigurationError
 */
export const endpointOf = (url: string, allowInsecureHttp: boolean): URL => {
  const api = URL.canParse(url) ? new URL(url) : undefined;
  if (!api || !['http:', 'https:'].includes(api.protocol))
    throw new ConfigurationError('url should be the http(s) address of the API, such as https://api.example.com.');
  if (api.username || api.password) throw new ConfigurationError('url should have no user name or password in it.');
  if (api.protocol === 'http:' && !LOOPBACK.test(api.hostname) && !allowInsecureHttp)
    throw new ConfigurationError(`url should be https: over plain http the key can be read on the way to ${api.host}.`);
  api.pathname = `${api.pathname.replace(/\/$/, '')}/ingest/events`;
  api.search = '';
  api.hash = '';
  return api;
};

/** Returns a valid key. @throws ConfigurationError for an invalid key. The error does not contain the key. */
export const checkKey = (key: string): string => {
  if (KEY.test(key)) return key;
  throw new ConfigurationError(
    'key should be the whole text of a key: ptk_live_… or ptk_test_…, as it was shown once.',
  );
};

/** Returns a function that removes a key from a text, such as a response body. */
export const scrubber =
  (key: string) =>
  (text: string): string =>
    text.replaceAll(key, 'ptk_…').replaceAll(key.slice(-SECRET_LENGTH), '…');
