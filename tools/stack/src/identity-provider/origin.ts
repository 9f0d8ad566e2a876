import type { Provider } from 'oidc-provider';

/**
 * Answers pages of other origins without the headers that would let them read the answer. oidc-provider opens its
 * discovery documents to every origin by itself.
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
