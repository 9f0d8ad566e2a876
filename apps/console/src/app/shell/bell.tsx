import { useQuery } from '@tanstack/react-query';
import { Bell as BellPicture } from 'lucide-react';
import { Icon, PopoverButton } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { newestNoticesQuery } from '../../shared/notices/notices.queries.ts';
import { AlertsLive } from '../live/alerts-live.tsx';
import * as styles from './bell.css.ts';
import { BellPanel } from './bell-panel.tsx';

/**
 * How many notices are unread; opens the newest ones.
 * @param isLive connects for changes of alerts: one of the bells on a page
 */
export const Bell = ({ isLive }: { isLive: boolean }) => {
  const api = useApi();
  const unread = useQuery(newestNoticesQuery(api)).data?.unread ?? 0;
  const text = unread === 0 ? 'Notifications' : `Notifications, ${unread.toLocaleString()} unread`;
  return (
    <>
      {isLive && <AlertsLive />}
      <PopoverButton
        label="Newest notifications"
        aria-label={text}
        className={styles.button}
        renderPanel={(close) => <BellPanel onClose={close} />}
      >
        <Icon of={BellPicture} size="lg" />
        {unread > 0 && (
          <span aria-hidden className={styles.count}>
            {unread > 99 ? '99+' : unread}
          </span>
        )}
      </PopoverButton>
    </>
  );
};
