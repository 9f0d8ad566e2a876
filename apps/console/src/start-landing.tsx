import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { followLinks } from './app/follow-links.ts';
import { Landing } from './app/landing.tsx';
import { createServices } from './app/services.ts';
import type { Settings } from './app/settings.ts';

/** Shows the front page, and replaces the page with the console when the visitor follows a link into the console. */
export const start = (element: HTMLElement, settings: Settings) => {
  const services = createServices(settings);
  const root = createRoot(element);
  const stop = followLinks(document, (href) => {
    const console = import('./start-console.tsx');
    console.then(
      ({ show }) => {
        stop();
        window.history.pushState(null, '', href);
        show(root, services);
      },
      // Loads the page from the server if the console's code cannot be fetched, for example after an upgrade.
      () => window.location.assign(href),
    );
  });
  root.render(
    <StrictMode>
      <Landing services={services} />
    </StrictMode>,
  );
};
