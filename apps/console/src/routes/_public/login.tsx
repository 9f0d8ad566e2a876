import { createFileRoute, redirect } from '@tanstack/react-router';
import { Waiting } from '@portico/ui';
import { SignOnFailed } from '../../app/session/sign-on-failed.tsx';
import { RouteFailed } from '../../app/route-failed.tsx';
import { isReturn } from '../../app/session/is-return.ts';
import { Title } from '../../app/title.tsx';

const LoginPending = () => (
  <main>
    <Title of="Login" />
    <Waiting text="Taking you to the login…" />
  </main>
);

/** Redirects to the identity provider. `returnTo` is the path to open after the login. */
export const Route = createFileRoute('/_public/login')({
  validateSearch: ({ returnTo }: Record<string, unknown>): { returnTo?: string } =>
    typeof returnTo === 'string' && isReturn(returnTo) ? { returnTo } : {},
  beforeLoad: ({ context }) => {
    if (context.session.current()) throw redirect({ to: '/dashboard' });
  },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps, preload }) => {
    // When the router preloads a link to this page, the browser must not leave the current page.
    if (!preload) await context.session.login(deps.returnTo ?? '/dashboard');
  },
  gcTime: 0,
  pendingMs: 0,
  pendingComponent: LoginPending,
  component: LoginPending,
  errorComponent: (props) => <RouteFailed {...props} Failed={SignOnFailed} />,
});
