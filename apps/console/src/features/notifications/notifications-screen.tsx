import type { ReactNode } from 'react';
import { Button, EmptyState, Icon, Pagination, Row, Screen, Segments, Stack, TabPanel } from '@portico/ui';
import type { OwnerChoice } from '../../shared/notices/owners.ts';
import { useQuery } from '@tanstack/react-query';
import { CheckCheck, Inbox as InboxPicture } from 'lucide-react';
import { useApi } from '../../api/use-api.ts';
import { LoadState } from '../../shared/messages/load-failure.tsx';
import { NoticeList } from '../../shared/notices/notice-list.tsx';
import { inboxQuery, useReadNotices } from '../../shared/notices/notices.queries.ts';
import * as styles from './notifications.css.ts';
import type { NotificationsSearch } from './notifications-search.ts';
import { RulesTab } from './rules/rules-tab.tsx';
import { MaintenanceTab } from './maintenance/maintenance-tab.tsx';
import { ChannelsTab } from './channels/channels-tab.tsx';

const SIZE = 25;
const VIEW_OPTIONS = [
  { id: 'all', text: 'All' },
  { id: 'only', text: 'Unread' },
] as const;

type InboxProps = {
  search: NotificationsSearch;
  onSearchChange: (search: NotificationsSearch, options?: { replace: boolean }) => void;
};

const Inbox = ({ search, onSearchChange }: InboxProps) => {
  const api = useApi();
  const { page = 1, unread } = search;
  const query = useQuery(inboxQuery(api, unread === 'only', page, SIZE));
  const read = useReadNotices();
  const { data, isPlaceholderData } = query;
  const newest = data?.data[0];
  return (
    <Stack gap={4}>
      <Row gap={3} justify="between">
        <Segments
          label="Which notices"
          options={VIEW_OPTIONS}
          value={unread ?? 'all'}
          onChange={(shown) => onSearchChange({ unread: shown === 'only' ? 'only' : undefined })}
        />
        {data !== undefined && data.unread > 0 && newest !== undefined && page === 1 && (
          <Button variant="secondary" isLoading={read.isPending} onPress={() => read.mutate({ upTo: newest.id })}>
            <Icon of={CheckCheck} />
            Mark all as read
          </Button>
        )}
      </Row>
      {!data && <LoadState title="Notices could not be loaded" query={query} height="10rem" />}
      {data?.data.length === 0 && (
        <EmptyState
          isFramed
          icon={InboxPicture}
          title={unread === 'only' ? 'You have no unread notices.' : 'No notices yet.'}
          text="Rules decide which notices you get. Notices stay here for 90 days."
        />
      )}
      {data !== undefined && data.data.length > 0 && (
        <div className={styles.surface} {...(isPlaceholderData && { 'data-stale': true })}>
          <NoticeList
            label="Notices"
            notices={data.data}
            onOpen={({ id, isRead }) => isRead || read.mutate({ ids: [id] })}
          />
        </div>
      )}
      {data && (
        <Pagination
          page={page}
          count={data.count}
          size={SIZE}
          isBusy={isPlaceholderData}
          onPageChange={(next, options) => onSearchChange({ ...search, page: next === 1 ? undefined : next }, options)}
        />
      )}
    </Stack>
  );
};

type NotificationsScreenProps = InboxProps & {
  isAdmin: boolean;
  /** Owners for whom the viewer may create channels and rules. */
  owners: readonly OwnerChoice[];
  organizations: readonly { id: number; name: string }[];
  tabs: ReactNode;
};

export const NotificationsScreen = (props: NotificationsScreenProps) => {
  const { isAdmin, owners, organizations, search, onSearchChange, tabs } = props;
  const { tab = 'inbox' } = search;
  return (
    <Screen heading="Notifications">
      {tabs}
      <TabPanel id={tab}>
        {tab === 'inbox' && <Inbox {...{ search, onSearchChange }} />}
        {tab === 'rules' && <RulesTab {...{ isAdmin, owners, organizations }} />}
        {tab === 'channels' && <ChannelsTab owners={owners} />}
        {tab === 'maintenance' && <MaintenanceTab {...{ isAdmin, owners }} />}
      </TabPanel>
    </Screen>
  );
};
