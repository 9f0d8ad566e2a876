import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_portal/billing/$')({
  beforeLoad: () => {
    throw redirect({ to: '/billing', replace: true });
  },
});
