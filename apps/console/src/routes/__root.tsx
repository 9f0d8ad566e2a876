import { QueryClientProvider } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { useMemo } from 'react';
import { BackendContext } from '../api/use-api.ts';
import { Configured } from '../app/configured.tsx';
import type { Services } from '../app/services.ts';

const Root = () => {
  const { api, publicApi, queryClient, live, rejected, alerts } = Route.useRouteContext();
  // Memoized, because the route's context is a new object after each navigation.
  const backend = useMemo(
    () => ({ api, publicApi, queryClient, live, rejected, alerts }),
    [api, publicApi, queryClient, live, rejected, alerts],
  );
  return (
    <BackendContext value={backend}>
      <QueryClientProvider client={queryClient}>
        <Configured>
          <Outlet />
        </Configured>
      </QueryClientProvider>
    </BackendContext>
  );
};

export const Route = createRootRouteWithContext<Services>()({
  beforeLoad: ({ context }) => context.backend(),
  loader: async ({ context: { config } }) => {
    const loading = config.load();
    if (config.current() === null) await loading;
    // The settings are known from an earlier visit. Changes arrive with the response or the next navigation.
    else void loading.catch(() => undefined);
  },
  component: Root,
});
