import { errorText } from '@portico/api-client';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell as BellPicture } from 'lucide-react';
import { Icon, PopoverButton, Button, Skeleton } from '@portico/ui';
import { useApi, useAlerts } from '../../api/use-api.ts';
import { newestNoticesQuery, useReadNotices } from '../../shared/notices/notices.queries.ts';
import * as styles from './bell.css.ts';
import { useStanding, TROUBLE_KEY } from '../../shared/trouble/trouble.queries.ts';
import { NoticeList } from '../../shared/notices/notice-list.tsx';
import { useEffect } from 'react';
import { textLink } from '@portico/ui/styles';
import type { AlertsSource } from '../../api/live-source.ts';
import { EPISODES_KEY } from '../../shared/episodes/episodes.queries.ts';
import { NOTICES_KEY } from '../../shared/notices/notices-key.ts';
import { SILENCE_KEY } from '../../shared/silence/silence.queries.ts';

const KEYS = {
  episodes: [EPISODES_KEY, TROUBLE_KEY],
  notices: [NOTICES_KEY],
  silence: [SILENCE_KEY, TROUBLE_KEY],
} as const;

/** Refetches alert data when the server reports a change. */
const AlertsLive = () => {
  const alerts = useAlerts();
  const queryClient = useQueryClient();
  useEffect(() => {
    const changed: Parameters<AlertsSource['watch']>[0] = (change) => {
      for (const queryKey of KEYS[change]) void queryClient.invalidateQueries({ queryKey });
    };
    return alerts.watch(changed);
  }, [alerts, queryClient]);
  return null;
};

const BellPanel = ({ onClose }: { onClose: () => void }) => {
  const api = useApi();
  const { data, error } = useQuery(newestNoticesQuery(api));
  const read = useReadNotices();
  const newest = data?.data[0];
  const summary = useStanding()?.summary ?? null;
  return (
    <div className={styles.panel}>
      <div className={styles.head}>
        <h2 className={styles.title}>Notifications</h2>
        {data !== undefined && data.unread > 0 && newest !== undefined && (
          <Button variant="ghost" size="sm" isLoading={read.isPending} onPress={() => read.mutate({ upTo: newest.id })}>
            Mark all as read
          </Button>
        )}
      </div>
      {summary !== null && (
        <a className={styles.summary} href="/dashboard?view=product" onClick={onClose}>
          {summary}
        </a>
      )}
      {data === undefined && error === null && <Skeleton height="8rem" />}
      {data === undefined && error !== null && <p className={styles.nothing}>{errorText(error)}</p>}
      {data?.data.length === 0 && <p className={styles.nothing}>No notices yet.</p>}
      {data !== undefined && data.data.length > 0 && (
        <div className={styles.list}>
          <NoticeList
            label="Newest notices"
            notices={data.data}
            onOpen={({ id, isRead }) => {
              if (!isRead) read.mutate({ ids: [id] });
              onClose();
            }}
          />
        </div>
      )}
      <div className={styles.foot}>
        <a className={textLink} href="/notifications" onClick={onClose}>
          All notifications
        </a>
        <a className={textLink} href="/notifications?tab=rules" onClick={onClose}>
          Rules
        </a>
      </div>
    </div>
  );
};

/** @param isLive opens the connection for alert changes; set for one bell per page */
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
