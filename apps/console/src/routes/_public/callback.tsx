import { createFileRoute, redirect } from '@tanstack/react-router';
import { Waiting } from '@portico/ui';
import { RouteFailed } from '../../app/route-failed.tsx';
import { isReturn } from '../../app/session/is-return.ts';
import { isStale } from '../../app/session/sign-on-failure.ts';
import { SignOnFailed } from '../../app/session/sign-on-failed.tsx';
import { Title } from '../../app/title.tsx';

const CallbackPending = () => (
  <main>
    <Title of="Login" />
    <Waiting text="Signing you in…" />
  </main>
);

type Answer = Partial<Record<'code' | 'state' | 'error', string>>;

const isAnswer = ({ code, error, state }: Answer) => state !== undefined && (code !== undefined || error !== undefined);

/** The identity provider redirects here. Without the provider's response in the URL, the route redirects to the dashboard. */
export const Route = createFileRoute('/_public/callback')({
  // Leaves all parameters unchanged, because the sign-on client reads the whole URL.
  validateSearch: (search: Record<string, string>): Answer => search,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    if (!isAnswer(deps)) throw redirect({ to: '/dashboard', replace: true });
    const returnTo = await context.session.completeLogin(window.location.href).catch((error: unknown) => {
      // A signed-in user has opened the URL of a finished login.
      if (context.session.current() !== null && isStale(error)) return '/dashboard';
      throw error;
    });
    throw redirect({ href: isReturn(returnTo) ? returnTo : '/dashboard', replace: true });
  },
  gcTime: 0,
  pendingMs: 0,
  pendingComponent: CallbackPending,
  errorComponent: (props) => <RouteFailed {...props} Failed={SignOnFailed} />,
});
