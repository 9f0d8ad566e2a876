import { StrictMode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { App } from './app/app.tsx';
import { createConsoleRouter, type ConsoleRouter } from './app/router.tsx';
import { createServices, type Services } from './app/services.ts';
import type { Settings } from './app/settings.ts';

/** Fetches the route's code in parallel with the common code of signed-in routes, instead of after the common code. */
const fetchAhead = (router: ConsoleRouter, { session, backend }: Services) => {
  if (session.current() === null) return;
  const fetch = async () => {
    const matched = new Set(router.matchRoutes(router.latestLocation).map(({ routeId }) => routeId));
    const routes = Object.values(router.routesById).filter(({ id }) => matched.has(id));
    await Promise.all([backend(), ...routes.map(async (route) => router.loadRouteChunk(route))]);
  };
  // Ignores a failure here: the screen that needs the code fetches the code again, and reports a second failure.
  fetch().catch(() => undefined);
};

/** Shows the console at the browser's current URL. */
export const show = (root: Root, services: Services) => {
  const router = createConsoleRouter(services);
  fetchAhead(router, services);
  root.render(
    <StrictMode>
      <App router={router} services={services} />
    </StrictMode>,
  );
};

export const start = (element: HTMLElement, settings: Settings) => show(createRoot(element), createServices(settings));
