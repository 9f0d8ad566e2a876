import { createFileRoute, redirect } from '@tanstack/react-router';

/** An address that is nothing. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true });
  },
});
