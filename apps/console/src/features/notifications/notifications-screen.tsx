import { Suspense, type ReactNode } from 'react';
import { lazyPart, Screen, TabPanel, Waiting } from '@portico/ui';
import type { OwnerChoice } from '../../shared/notices/owners.ts';
import { Inbox } from './inbox/inbox.tsx';
import type { NotificationsSearch } from './notifications-search.ts';

const RulesTab = lazyPart(async () => (await import('./rules/rules-tab.tsx')).RulesTab);
const MaintenanceTab = lazyPart(async () => (await import('./maintenance/maintenance-tab.tsx')).MaintenanceTab);
const ChannelsTab = lazyPart(async () => (await import('./channels/channels-tab.tsx')).ChannelsTab);

export type NotificationsScreenProps = {
  isAdmin: boolean;
  /** For whom the viewer may make channels and rules. */
  owners: readonly OwnerChoice[];
  /** Organizations whose integrations the viewer sees. */
  organizations: readonly { id: number; name: string }[];
  search: NotificationsSearch;
  onSearchChange: (search: NotificationsSearch, options?: { replace: boolean }) => void;
  tabs: ReactNode;
};

/** What was noticed, of what somebody wants to hear, and through what. */
export const NotificationsScreen = (props: NotificationsScreenProps) => {
  const { isAdmin, owners, organizations, search, onSearchChange, tabs } = props;
  const { tab = 'inbox' } = search;
  return (
    <Screen heading="Notifications">
      {tabs}
      <TabPanel id={tab}>
        <Suspense fallback={<Waiting text="Loading…" />}>
          {tab === 'inbox' && <Inbox {...{ search, onSearchChange }} />}
          {tab === 'rules' && <RulesTab {...{ isAdmin, owners, organizations }} />}
          {tab === 'channels' && <ChannelsTab owners={owners} />}
          {tab === 'maintenance' && <MaintenanceTab {...{ isAdmin, owners }} />}
        </Suspense>
      </TabPanel>
    </Screen>
  );
};
