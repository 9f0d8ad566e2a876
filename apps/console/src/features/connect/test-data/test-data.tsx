import { TEST_DAYS } from '@portico/contracts/http/test-events';
import { Stack, Switch } from '@portico/ui';
import { type ReactNode, useEffect, useRef } from 'react';
import * as styles from './test-data.css.ts';
import { TestList, type TestListProps } from './test-list.tsx';
import * as page from '../connect.css.ts';
import type { TestDataInUrl } from './test-search.ts';

const TestSwitch = ({ search, onSearchChange }: TestDataInUrl) => {
  const isOn = search.test === 'on';
  const head = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Focuses the switch, because the link that led here may have disappeared together with the focus.
    if (!isOn || document.activeElement !== document.body) return;
    input.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView?.({ block: 'nearest' });
  }, [isOn]);
  return (
    <div ref={head} className={styles.head}>
      <Switch
        ref={input}
        label="Test data"
        value={isOn}
        onChange={(next) => onSearchChange(next ? { test: 'on' } : {})}
      />
      {isOn && <p className={page.small}>{`Test events are deleted after ${TEST_DAYS} days and are not counted.`}</p>}
    </div>
  );
};

export type TestDataProps = TestListProps & {
  /** Whether the visible part has rendered. The switch renders after that. */
  isScreenShown: boolean;
  /** Shown while test data is off. */
  children: ReactNode;
};

/** The 'Test data' switch of an integration: shows events published with test keys instead of the listed events. */
export const TestData = ({ isScreenShown, children, ...props }: TestDataProps) => {
  const { search, onSearchChange } = props;
  return (
    <Stack gap={4}>
      <div className={styles.place}>{isScreenShown && <TestSwitch {...{ search, onSearchChange }} />}</div>
      {search.test === 'on' ? <TestList {...props} /> : children}
    </Stack>
  );
};
