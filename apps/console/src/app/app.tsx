import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { MissingParts, ToastRegion } from '@portico/ui';
import { followLinks } from './follow-links.ts';
import type { ConsoleRouter } from './router.tsx';
import type { Services } from './services.ts';
import { ServicesContext } from './services-context.ts';

export const App = ({ router, services }: { router: ConsoleRouter; services: Services }) => {
  useEffect(() => services.session.keepRenewed(), [services]);
  useEffect(() => followLinks(document, (href) => void router.navigate({ href })), [router]);
  return (
    <ServicesContext value={services}>
      <RouterProvider router={router} />
      <MissingParts />
      <ToastRegion />
    </ServicesContext>
  );
};
