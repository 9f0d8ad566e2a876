import type { Provider } from 'oidc-provider';

/** Removes the headers with which oidc-provider lets pages of every origin read its discovery documents. */
export const onlyConsoleOrigin = (consoleUrl: string): Parameters<Provider['use']>[0] => {
  const allowed = new URL(consoleUrl).origin;
  return async (ctx, next) => {
    await next();
    if (ctx.get('origin') === allowed) return;
    for (const header of Object.keys(ctx.response.headers))
      if (header.startsWith('access-control-')) ctx.remove(header);
  };
};
