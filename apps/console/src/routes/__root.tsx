import { QueryClientProvider } from '@tanstack/react-query';
import { createRootRouteWithContext, Outlet } from '@tanstack/react-router';
import { Configured } from '../app/configured.tsx';
import type { Services } from '../app/services.ts';

const Root = () => {
  const { queryClient } = Route.useRouteContext();
  return (
    <QueryClientProvider client={queryClient}>
      <Configured>
        <Outlet />
      </Configured>
    </QueryClientProvider>
  );
};

export const Route = createRootRouteWithContext<Services>()({
  beforeLoad: ({ context }) => context.backend(),
  loader: async ({ context: { config } }) => {
    const loading = config.load();
    if (config.current() === null) await loading;
    // Known from an earlier visit: what has changed since comes when it comes, or with the next navigation.
    else void loading.catch(() => undefined);
  },
  component: Root,
});
