import { useCallback, useEffect, useState } from 'react';
import { Waiting } from '@portico/ui';
import { Configured } from './configured.tsx';
import { ErrorPage } from './error-page.tsx';
import { FrontPage } from './front-page.tsx';
import type { Services } from './services.ts';
import { ServicesContext } from './services-context.ts';
import { PublicShell } from './shell/public-shell.tsx';

/** For visitors who are not signed in. Loads without the router, the API's schemas and the rest of the portal. */
export const Landing = ({ services }: { services: Services }) => {
  const { config } = services;
  const [isReady, setIsReady] = useState(config.current() !== null);
  const [error, setError] = useState<unknown>(null);
  const load = useCallback(() => {
    config.load().then(
      () => setIsReady(true),
      // Ignores a failure if settings of an earlier visit are stored. The next visit loads the current settings.
      (failure: unknown) => config.current() === null && setError(failure),
    );
  }, [config]);
  useEffect(load, [load]);
  const retry = () => {
    setError(null);
    load();
  };
  if (error !== null) return <ErrorPage error={error} onRetry={retry} />;
  if (!isReady) return <Waiting text="Loading…" />;
  return (
    <ServicesContext value={services}>
      <Configured>
        <PublicShell>
          <FrontPage />
        </PublicShell>
      </Configured>
    </ServicesContext>
  );
};
