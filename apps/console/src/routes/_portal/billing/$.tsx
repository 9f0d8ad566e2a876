import { createFileRoute, redirect } from '@tanstack/react-router';

/** Redirects an unknown path below /billing. */
export const Route = createFileRoute('/_portal/billing/$')({
  beforeLoad: () => {
    throw redirect({ to: '/billing', replace: true });
  },
});
