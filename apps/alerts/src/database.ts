import { Organization, withMessaging } from '@portico/messaging';
import type { DatabaseConfig, DatabaseOptions } from '@portico/postgres';
import { Sending } from '@portico/postgres/sendings';
import { Channel } from './channels/store/channel.entity.ts';
import { ChannelsMigration, ReceiversMigration, SendingsMigration } from './channels/store/channels.migration.ts';
import { DirectoryMigration } from './directory/directory.migration.ts';
import { Integration } from './directory/integration.entity.ts';
import { Membership } from './directory/membership.entity.ts';
import { User } from './directory/user.entity.ts';
import { ActivityHour, ActivityMinute } from './episodes/activity-counts.entity.ts';
import { EpisodeEntry } from './episodes/episode-entry.entity.ts';
import { EpisodeMark } from './episodes/episode-mark.entity.ts';
import { EpisodeSettling } from './episodes/episode-settling.entity.ts';
import { Episode } from './episodes/episode.entity.ts';
import {
  EpisodeEndingsMigration,
  EpisodeLookupsMigration,
  EpisodesMigration,
  FiniteEpisodeEndingsMigration,
  SubjectEpisodesMigration,
  TroubleMigration,
} from './episodes/episodes.migration.ts';
import { SubjectMark } from './episodes/subject-mark.entity.ts';
import { SilencePlatform } from './silence/platform.entity.ts';
import { MaintenanceWindow } from './maintenance/maintenance.entity.ts';
import { MaintenanceMigration } from './maintenance/maintenance.migration.ts';
import { Silence } from './silence/silence.entity.ts';
import { SilenceMigration } from './silence/silence.migration.ts';
import { ChannelNoticesMigration } from './notices/channel-notices.migration.ts';
import { EntriesMigration } from './notices/entries.migration.ts';
import { InboxMark, Notice } from './notices/notice.entity.ts';
import { NoticesMigration } from './notices/notices.migration.ts';
import { RemindersMigration } from './notices/reminders.migration.ts';
import { DeliveriesMigration, WaitingDeliveriesMigration } from './outbound/deliveries.migration.ts';
import { Delivery } from './outbound/delivery.entity.ts';
import { Pending } from './outbound/pending.entity.ts';
import { Handover } from './responsible/handover.entity.ts';
import { NamelessMigration } from './responsible/nameless.migration.ts';
import { HandoversMigration, ResponsibleMigration } from './responsible/responsible.migration.ts';
import { Rule } from './rules/rule.entity.ts';
import { RulesMigration, RuleThresholdsMigration, ViewArrivalsMigration } from './rules/rules.migration.ts';
import { Transition } from './transitions/transition.entity.ts';
import { PlanningMigration, TransitionsMigration } from './transitions/transitions.migration.ts';
import { UsageMark } from './usage/usage-mark.entity.ts';
import { UsageMigration } from './usage/usage.migration.ts';

export const alertsDatabase = (config: DatabaseConfig): DatabaseOptions =>
  withMessaging({
    name: 'alerts',
    config,
    entities: [
      Organization,
      Integration,
      Membership,
      User,
      Transition,
      UsageMark,
      Episode,
      EpisodeEntry,
      EpisodeMark,
      SubjectMark,
      EpisodeSettling,
      MaintenanceWindow,
      ActivityMinute,
      ActivityHour,
      Silence,
      SilencePlatform,
      Channel,
      Rule,
      Notice,
      Handover,
      InboxMark,
      Delivery,
      Pending,
      Sending,
    ],
    migrations: [
      DirectoryMigration,
      TransitionsMigration,
      PlanningMigration,
      EpisodesMigration,
      SilenceMigration,
      ChannelsMigration,
      RulesMigration,
      NoticesMigration,
      DeliveriesMigration,
      SubjectEpisodesMigration,
      EpisodeEndingsMigration,
      ChannelNoticesMigration,
      SendingsMigration,
      EpisodeLookupsMigration,
      ResponsibleMigration,
      RemindersMigration,
      FiniteEpisodeEndingsMigration,
      HandoversMigration,
      ReceiversMigration,
      WaitingDeliveriesMigration,
      MaintenanceMigration,
      TroubleMigration,
      EntriesMigration,
      RuleThresholdsMigration,
      ViewArrivalsMigration,
      UsageMigration,
      NamelessMigration,
    ],
  });
