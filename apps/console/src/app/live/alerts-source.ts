import type { AlertsChange } from '@portico/contracts/alerts-live';

/** What has changed of episodes, notices and silence, as it changes. */
export type AlertsSource = {
  /** Connects with the first listener; the answer ends it. */
  watch: (changed: (what: AlertsChange['what']) => void) => () => void;
};
