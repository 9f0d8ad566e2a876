import { createFileRoute, redirect } from '@tanstack/react-router';

/** Redirects an unknown tab to the first tab. */
export const Route = createFileRoute('/_portal/admin/$')({
  beforeLoad: () => {
    throw redirect({ to: '/admin', replace: true });
  },
});
