import type { Provider } from 'oidc-provider';

/**
 * Removes the headers that let pages of other origins read the response. By default, oidc-provider opens its discovery documents to
 * every origin.
 */
export const onlyConsoleOrigin = (consoleUrl: string): Parameters<Provider['use']>[0] => {
  const allowed = new URL(consoleUrl).origin;
  return async (ctx, next) => {
    await next();
    if (ctx.get('origin') === allowed) return;
    for (const header of Object.keys(ctx.response.headers))
      if (header.startsWith('access-control-')) ctx.remove(header);
  };
};
