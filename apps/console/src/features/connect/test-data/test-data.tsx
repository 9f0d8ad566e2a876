import type { ReactNode } from 'react';
import * as styles from './test-data.css.ts';
import { TestList, type TestListProps } from './test-list.tsx';
import { TestSwitch } from './test-switch.tsx';

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
      <div className={styles.place}>{isScreenShown && <TestSwitch {...{ search, onSearchChange }} />}</div>
      {search.test === 'on' ? <TestList {...props} /> : children}
    </div>
  );
};
