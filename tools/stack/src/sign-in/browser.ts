import { createCookieJar, type CookieJar } from './cookie-jar.ts';

const MAX_REDIRECTS = 10;
const TIMEOUT_MS = 10_000;

/** End of a chain of redirects: a page, or an address that the browser does not open. */
type Landing = { url: URL; response: Response };

export type Browser = {
  /** Opens `url`, or posts `form` to it. Follows redirects until an address begins with `stopAt`. */
  open: (url: URL | string, options?: { form?: Record<string, string>; stopAt?: string }) => Promise<Landing>;
};

/** @param jar - initial cookies. Two browsers with the same jar are one person in two tabs. */
export const createBrowser = (jar: CookieJar = createCookieJar()): Browser => {
  const request = async (url: URL, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(url, {
      method: form ? 'POST' : 'GET',
      headers: { cookie: jar.header() },
      body: form ? new URLSearchParams(form) : null,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }).catch((error: unknown) => {
      throw new Error(`${url.origin} cannot be reached`, { cause: error });
    });
    jar.store(response);
    return response;
  };

  return {
    open: async (address, { form, stopAt } = {}) => {
      let url = new URL(address);
      let response = await request(url, form);
      for (let redirects = 0; redirects < MAX_REDIRECTS; redirects += 1) {
        const location = response.headers.get('location');
        if (!location) return { url, response };
        await response.body?.cancel();
        url = new URL(location, url);
        if (stopAt !== undefined && url.href.startsWith(stopAt)) return { url, response };
        response = await request(url);
      }
      throw new Error(`${url.origin} redirects without end`);
    },
  };
};
