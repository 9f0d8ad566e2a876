import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { isReturn } from '../app/session/is-return.ts';
import { loadMenu } from '../app/own-rights.ts';
import { PortalShell } from '../app/shell/portal-shell.tsx';
import { useSession } from '../app/shell/use-session.ts';

const Portal = () => {
  // The session is null only while the guard redirects.
  const user = useSession()?.user;
  return user ? (
    <PortalShell user={user}>
      <Outlet />
    </PortalShell>
  ) : null;
};

export const Route = createFileRoute('/_portal')({
  beforeLoad: async ({ context, location }) => {
    const session = await context.session.begin();
    if (session) return { user: session.user };
    throw redirect({
      to: '/login',
      // After the login, a shared link opens its target; any other path opens the dashboard.
      search: isReturn(location.pathname) ? { returnTo: location.href } : {},
      replace: true,
    });
  },
  loader: ({ context: { api, queryClient, user } }) => loadMenu(api, queryClient, user.usertype),
  component: Portal,
});
