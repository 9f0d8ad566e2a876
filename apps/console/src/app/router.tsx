import { createRouter, type RouterHistory } from '@tanstack/react-router';
import { Waiting } from '@portico/ui';
import { routeTree } from '../routeTree.gen.ts';
import { RouteFailed } from './route-failed.tsx';
import { parseSearch, stringifySearch } from '../shared/health/search-text.ts';
import type { Services } from './services.ts';

export const createConsoleRouter = (services: Services, history?: RouterHistory) => {
  const router = createRouter({
    routeTree,
    context: services,
    ...(history && { history }),
    defaultErrorComponent: RouteFailed,
    defaultPendingComponent: () => <Waiting text="Loading…" />,
    defaultPendingMs: 300,
    // The query client decides whether preloaded data is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    parseSearch,
    stringifySearch,
  });
  services.session.onEnd((end) => {
    void router.navigate(end === 'expired' ? { to: '/login' } : { to: '/' });
  });
  let user = services.session.current()?.user;
  services.session.subscribe(() => {
    const next = services.session.current()?.user;
    // A changed role changes which routes the user may open.
    if (user && next && next.usertype !== user.usertype) void router.invalidate();
    user = next;
  });
  return router;
};

export type ConsoleRouter = ReturnType<typeof createConsoleRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter;
  }
}
