import { wholeNumber } from '../../shared/lists/whole-number.ts';

export const NOTIFICATION_TABS = [
  { id: 'inbox', text: 'Inbox' },
  { id: 'rules', text: 'Rules' },
  { id: 'channels', text: 'Channels' },
  { id: 'maintenance', text: 'Maintenance' },
] as const;
type NotificationTab = (typeof NOTIFICATION_TABS)[number]['id'];

/** URL parameters of the notifications screen. The URL omits the inbox tab, which is the default. */
export type NotificationsSearch = {
  tab?: Exclude<NotificationTab, 'inbox'> | undefined;
  unread?: 'only' | undefined;
  /** At least 2, because the URL omits page 1. */
  page?: number | undefined;
};

/** Parses the URL. An invalid value counts as absent. */
export const readNotificationsSearch = ({ tab, unread, page }: Record<string, unknown>): NotificationsSearch => ({
  tab: tab === 'rules' || tab === 'channels' || tab === 'maintenance' ? tab : undefined,
  unread: unread === 'only' ? 'only' : undefined,
  page: wholeNumber(page, 2),
});
