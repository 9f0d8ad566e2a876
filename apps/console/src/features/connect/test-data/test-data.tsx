import { Suspense, type ReactNode } from 'react';
import { lazyPart, Skeleton } from '@portico/ui';
import * as styles from './test-data.css.ts';
import type { TestListProps } from './test-list.tsx';

const TestSwitch = lazyPart(async () => (await import('./test-switch.tsx')).TestSwitch);
const TestList = lazyPart(async () => (await import('./test-list.tsx')).TestList);

export type TestDataProps = TestListProps & {
  /** What is seen first is there: the switch follows. */
  isScreenShown: boolean;
  /** Shown while test data is not. */
  children: ReactNode;
};

/** The switch 'Test data' of an integration: what came with its test keys, instead of what is listed. */
export const TestData = ({ isScreenShown, children, ...props }: TestDataProps) => {
  const { search, onSearchChange } = props;
  return (
    <div className={styles.stack}>
      <div className={styles.place}>
        <Suspense>{isScreenShown && <TestSwitch {...{ search, onSearchChange }} />}</Suspense>
      </div>
      {search.test === 'on' ? (
        <Suspense fallback={<Skeleton height="12rem" />}>
          <TestList {...props} />
        </Suspense>
      ) : (
        children
      )}
    </div>
  );
};
