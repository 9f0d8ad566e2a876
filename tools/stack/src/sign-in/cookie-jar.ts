/** The cookies of one sign-on with one server. Paths and expiry are ignored. A cookie that is set to an empty value is removed. */
export const createCookieJar = () => {
  const cookies = new Map<string, string>();
  return {
    store: (response: Response): void => {
      for (const line of response.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const [name = '', ...value] = pair.split('=');
        if (value.join('=') === '') cookies.delete(name);
        else cookies.set(name, value.join('='));
      }
    },
    header: (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  };
};

export type CookieJar = ReturnType<typeof createCookieJar>;
