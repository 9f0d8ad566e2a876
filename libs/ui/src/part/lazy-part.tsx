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
        // A lazy component never loads again after a failure, so a new lazy component replaces it.
        if (!hasFailed) onCodeBack(() => (newest = fetched()));
        hasFailed = true;
        throw error;
      }
    });
  let newest = fetched();
  return (props) => {
    const [Fetched, setFetched] = useState(() => newest);
    return (
      // Suspense is outermost, so that `newest` is already replaced when the part retries.
      <Suspense fallback={fallback}>
        <Part onRetry={() => setFetched(() => newest)}>
          <Fetched {...props} />
        </Part>
      </Suspense>
    );
  };
};
