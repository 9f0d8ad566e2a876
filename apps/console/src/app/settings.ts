/** Settings that the page needs before its first API request. */
export type Settings = {
  apiUrl: string;
  /** Local storage keys of the session. */
  tokenKey: string;
  userKey: string;
};

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];
const LOCAL_API_URL = 'http://localhost:3001';

/** Reads the page's `portico:*` meta tags. A missing or empty tag results in a default value. */
export const readSettings = (page: Document, hostname: string): Settings => {
  const readMeta = (name: string) =>
    page.querySelector<HTMLMetaElement>(`meta[name="portico:${name}"]`)?.content.trim();
  return {
    apiUrl: readMeta('api-url') || (LOCAL_HOSTS.includes(hostname) ? LOCAL_API_URL : `https://api.${hostname}`),
    tokenKey: readMeta('token-key') || 'portico_token',
    userKey: readMeta('user-key') || 'portico_user',
  };
};
