import { type ComponentType, lazy, useState } from 'react';
import { onCodeBack } from './missing-code.ts';
import { Part } from './part.tsx';

/**
 * A component whose code is fetched when it is first shown. What fails in it, or while its code is fetched, stays inside
 * it; show it within `Suspense`.
 */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> => {
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
      <Part onRetry={() => setFetched(() => newest)}>
        <Fetched {...props} />
      </Part>
    );
  };
};
