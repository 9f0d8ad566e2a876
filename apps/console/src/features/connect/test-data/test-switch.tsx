import { useEffect, useRef } from 'react';
import { TEST_DAYS } from '@portico/contracts/http/test-events';
import { Switch } from '@portico/ui';
import * as page from '../connect.css.ts';
import * as styles from './test-data.css.ts';
import type { TestDataInUrl } from './test-search.ts';

/** Turns test data on, and says what it is while it is on. */
export const TestSwitch = ({ search, onSearchChange }: TestDataInUrl) => {
  const isOn = search.test === 'on';
  const head = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // Somebody came by a link, which may be gone, and the focus with it.
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
      {isOn && <p className={page.small}>{`Test events are kept for ${TEST_DAYS} days and count nowhere.`}</p>}
    </div>
  );
};
