import { CloudOff } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { Alert } from '../alert/alert.tsx';
import { Button } from '../button/button.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { currentlyMissing, isScreenMissing, type Missing, missScreen, onMissingChange } from './missing-code.ts';
import * as styles from './missing-words.css.ts';

const useMissing = (): Missing | null => useSyncExternalStore(onMissingChange, currentlyMissing);

const reload = () => window.location.reload();

const SCREEN: Readonly<Record<Missing, [title: string, text: string]>> = {
  offline: ['You are offline', 'This screen opens when you are online again.'],
  unreachable: ['The server does not answer', 'This screen opens when the server answers again.'],
  outdated: ['There is a new version of this page', 'Reload the page to open this screen.'],
};

/** Shown in place of a screen whose code is missing. Empty during a retry; otherwise, shows why the code is missing. */
export const MissingScreen = () => {
  const missing = useMissing();
  useEffect(missScreen, []);
  if (missing === null) return null;
  const [title, text] = SCREEN[missing];
  return (
    <div role="alert">
      <EmptyState icon={CloudOff} level={1} title={title} text={text}>
        {missing === 'outdated' && <Button onPress={reload}>Reload</Button>}
      </EmptyState>
    </div>
  );
};

const PART: Readonly<Record<Missing, string>> = {
  offline: 'You are offline. This part opens when you are online again.',
  unreachable: 'The server does not answer. This part opens when it answers again.',
  outdated: 'There is a new version of this page. Save what you typed, then reload.',
};

/** Mounted once, at the root. */
export const MissingParts = () => {
  const missing = useMissing();
  const isCovered = useSyncExternalStore(onMissingChange, isScreenMissing);
  if (missing === null || isCovered) return null;
  return (
    <div className={styles.notice}>
      <Alert
        variant="warning"
        action={
          missing === 'outdated' && (
            <Button size="sm" variant="secondary" onPress={reload}>
              Reload
            </Button>
          )
        }
      >
        {PART[missing]}
      </Alert>
    </div>
  );
};
