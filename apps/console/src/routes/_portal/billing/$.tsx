import { createFileRoute, redirect } from '@tanstack/react-router';

/** A screen that is none. */
export const Route = createFileRoute('/_portal/billing/$')({
  beforeLoad: () => {
    throw redirect({ to: '/billing', replace: true });
  },
});
