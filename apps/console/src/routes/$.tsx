import { createFileRoute, redirect } from '@tanstack/react-router';

/** An unknown path. */
export const Route = createFileRoute('/$')({
  beforeLoad: () => {
    throw redirect({ to: '/dashboard', replace: true });
  },
});
