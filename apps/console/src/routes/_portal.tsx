import { createFileRoute, Outlet, redirect } from '@tanstack/react-router';
import { PortalShell } from '../app/shell/portal-shell.tsx';
import { useSession } from '../app/shell/use-session.ts';

const Portal = () => {
  // Null only while the guard is already leading away.
  const user = useSession()?.user;
  return user ? (
    <PortalShell user={user}>
      <Outlet />
    </PortalShell>
  ) : null;
};

/** Every signed-in screen. */
export const Route = createFileRoute('/_portal')({
  beforeLoad: async ({ context, location }) => {
    const session = await context.session.begin();
    if (session) return { user: session.user };
    throw redirect({
      to: '/login',
      // Login leads to the dashboard; a shared link to it keeps its filters.
      search: location.pathname === '/dashboard' ? { returnTo: location.href } : {},
      replace: true,
    });
  },
  component: Portal,
});
