import type { ReactNode } from 'react';
import { Screen, TabPanel } from '@portico/ui';
import type { OwnerChoice } from '../../shared/notices/owners.ts';
import { Inbox } from './inbox/inbox.tsx';
import type { NotificationsSearch } from './notifications-search.ts';
import { RulesTab } from './rules/rules-tab.tsx';
import { MaintenanceTab } from './maintenance/maintenance-tab.tsx';
import { ChannelsTab } from './channels/channels-tab.tsx';

export type NotificationsScreenProps = {
  isAdmin: boolean;
  /** Owners for whom the viewer may create channels and rules. */
  owners: readonly OwnerChoice[];
  /** Organizations whose integrations the viewer sees. */
  organizations: readonly { id: number; name: string }[];
  search: NotificationsSearch;
  onSearchChange: (search: NotificationsSearch, options?: { replace: boolean }) => void;
  tabs: ReactNode;
};

/** The viewer's inbox, rules and channels. */
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
