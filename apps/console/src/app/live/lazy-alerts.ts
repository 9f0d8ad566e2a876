import type { Session } from '../session/session.ts';
import type { AlertsSource } from './alerts-source.ts';

/** Its code is fetched with the first listener: the page shows its screen before it. */
export const lazyAlerts = (url: string, session: Session): AlertsSource => ({
  watch: (changed) => {
    let end: (() => void) | null | undefined;
    import('./alerts-connection.ts')
      .then(({ connectAlerts }) => {
        if (end !== null) end = connectAlerts({ url, session, changed });
      })
      .catch(() => undefined);
    return () => {
      end?.();
      end = null;
    };
  },
});
