import { SCORE_OF_A_PERSON } from './token.ts';

/**
 * The script that a page loads in place of Google's api.js, with the part of its interface that reCAPTCHA v3 needs: `ready`,
 * `execute`, and the query parameter `onload`. The token is created in the page, without any request.
 */
export const browserScript = (siteKey: string, onload: string | null): string => `(() => {
  const siteKey = ${JSON.stringify(siteKey)};
  const onload = ${JSON.stringify(onload)};
  const execute = async (key) => {
    if (key !== siteKey) throw new Error('Invalid site key or not loaded in api.js: ' + key);
    return 'local.${SCORE_OF_A_PERSON}.' + Date.now() + '.' + crypto.randomUUID();
  };
  window.grecaptcha = { ready: (callback) => queueMicrotask(callback), execute };
  if (onload !== null && typeof window[onload] === 'function') window[onload]();
})();
`;
