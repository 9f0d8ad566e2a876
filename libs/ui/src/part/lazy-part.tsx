import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { onCodeBack } from './missing-code.ts';
import { Part } from './part.tsx';

/** Loads the component's code when it is first rendered. A failure does not affect the rest of the page. */
export const lazyPart = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> => {
  let hasFailed = false;
  const fetched = () =>
    lazy(async () => {
      try {
        return { default: await load() };
      } catch (error) {
        // React never reloads a lazy component whose code failed to load. A new lazy component replaces it.
        if (!hasFailed) onCodeBack(() => (newest = fetched()));
        hasFailed = true;
        throw error;
      }
    });
  let newest = fetched();
  return (props) => {
    const [Fetched, setFetched] = useState(() => newest);
    return (
      // `Part` must be inside Suspense: it then mounts after the failed load, and its retry runs after `newest` was replaced.
      <Suspense fallback={fallback}>
        <Part onRetry={() => setFetched(() => newest)}>
          <Fetched {...props} />
        </Part>
      </Suspense>
    );
  };
};
