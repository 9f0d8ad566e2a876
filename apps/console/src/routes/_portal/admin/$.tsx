import { createFileRoute, redirect } from '@tanstack/react-router';

/** A tab that is none. */
export const Route = createFileRoute('/_portal/admin/$')({
  beforeLoad: () => {
    throw redirect({ to: '/admin', replace: true });
  },
});
