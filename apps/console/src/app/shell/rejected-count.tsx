import { Link, type LinkProps } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { useRejected } from '../../api/use-api.ts';
import { count as look } from './rejected-count.css.ts';

export type RejectedCountProps = {
  /** Where the viewer's rejected events are. */
  place?: LinkProps;
  onNavigate?: (() => void) | undefined;
};

const ADMIN: LinkProps = { to: '/admin/integrations', search: { view: 'rejected' } };

/** In the menu: how many events were rejected in the last 24 hours, and the way to them. */
export const RejectedCount = ({ place = ADMIN, onNavigate }: RejectedCountProps) => {
  const rejected = useRejected();
  const count = useSyncExternalStore(rejected.onChange, rejected.current)?.count ?? 0;
  if (count === 0) return null;
  const text = `${count.toLocaleString()} ${count === 1 ? 'event' : 'events'} rejected in the last 24 hours`;
  return (
    <Link {...place} className={look} aria-label={text} title={text} {...(onNavigate && { onClick: onNavigate })}>
      {count > 999 ? '999+' : count}
    </Link>
  );
};
