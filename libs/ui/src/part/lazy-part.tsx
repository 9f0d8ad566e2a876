import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { onCodeBack } from './missing-code.ts';
import { Part } from './part.tsx';

/**
 * A component whose code is fetched when it is first shown. A failure to fetch or to render it stays inside it.
 * @param fallback stands in its place until its code is there
 */
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
        // A lazy component keeps its failure: another one asks again.
        if (!hasFailed) onCodeBack(() => (newest = fetched()));
        hasFailed = true;
        throw error;
      }
    });
  let newest = fetched();
  return (props) => {
    const [Fetched, setFetched] = useState(() => newest);
    return (
      // Outside, so that the part learns after this component that missing code is back.
      <Suspense fallback={fallback}>
        <Part onRetry={() => setFetched(() => newest)}>
          <Fetched {...props} />
        </Part>
      </Suspense>
    );
  };
};
