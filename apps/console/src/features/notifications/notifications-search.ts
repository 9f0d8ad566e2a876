import { wholeNumber } from '../../shared/lists/whole-number.ts';

export const NOTIFICATION_TABS = [
  { id: 'inbox', text: 'Inbox' },
  { id: 'rules', text: 'Rules' },
  { id: 'channels', text: 'Channels' },
  { id: 'maintenance', text: 'Maintenance' },
] as const;
export type NotificationTab = (typeof NOTIFICATION_TABS)[number]['id'];

/** What the screen of notifications keeps in the URL. The inbox is left out. */
export type NotificationsSearch = {
  tab?: Exclude<NotificationTab, 'inbox'> | undefined;
  unread?: 'only' | undefined;
  /** From 2: page 1 is left out. */
  page?: number | undefined;
};

/** Reads an address. A value that makes no sense counts as absent. */
export const readNotificationsSearch = ({ tab, unread, page }: Record<string, unknown>): NotificationsSearch => ({
  tab: tab === 'rules' || tab === 'channels' || tab === 'maintenance' ? tab : undefined,
  unread: unread === 'only' ? 'only' : undefined,
  page: wholeNumber(page, 2),
});
