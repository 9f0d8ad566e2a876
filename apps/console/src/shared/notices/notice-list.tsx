import { CircleCheck, Gauge, ListFilter, type LucideIcon, SendHorizontal, Siren, UserX, VolumeX } from 'lucide-react';
import type { Notice } from '@portico/contracts/http/notices';
import { Icon } from '@portico/ui';
import { visuallyHidden } from '@portico/ui/styles';
import { Ago } from '../health/ago.tsx';
import * as styles from './notice-list.css.ts';

const PICTURES: Partial<Record<Notice['kind'], LucideIcon>> = {
  'integration.silent': VolumeX,
  'view.more': ListFilter,
  'view.none': ListFilter,
  'usage.50': Gauge,
  'usage.80': Gauge,
  'usage.100': Gauge,
  'platform.behind': Gauge,
  'channel.failing': SendHorizontal,
  'channel.disabled': SendHorizontal,
  'owner.needed': UserX,
  'owner.ended': UserX,
  'digest.below': ListFilter,
};
const END_KINDS: readonly Notice['kind'][] = [
  'episode.closed',
  'integration.back',
  'view.over',
  'usage.over',
  'platform.caught_up',
];

/** Whether a notice's problem is over, so that the notice needs no more attention. */
const isOver = ({ kind, overAt }: Notice): boolean => overAt !== null || END_KINDS.includes(kind);

type NoticeListProps = {
  label: string;
  notices: readonly Notice[];
  onOpen: (notice: Notice) => void;
};

export const NoticeList = ({ label, notices, onOpen }: NoticeListProps) => (
  <ul aria-label={label}>
    {notices.map((notice) => (
      <li key={notice.id} className={styles.item}>
        <a
          className={styles.link}
          href={notice.link}
          onClick={() => onOpen(notice)}
          {...(!notice.isRead && { 'data-unread': true })}
        >
          <span className={styles.picture} {...(isOver(notice) && { 'data-over': true })}>
            <Icon of={isOver(notice) ? CircleCheck : (PICTURES[notice.kind] ?? Siren)} />
          </span>
          <span className={styles.words}>
            <span className={styles.title}>
              {!notice.isRead && <span className={visuallyHidden}>Unread: </span>}
              {notice.title}
            </span>
            <span className={styles.text}>{notice.text}</span>
            <span className={styles.when}>
              <Ago at={notice.at} />
              {notice.organization !== null && ` · ${notice.organization}`}
            </span>
          </span>
        </a>
      </li>
    ))}
  </ul>
);
