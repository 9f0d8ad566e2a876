import { createFileRoute, redirect } from '@tanstack/react-router';

/** Redirects an unknown path to the dashboard. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true });
  },
});
