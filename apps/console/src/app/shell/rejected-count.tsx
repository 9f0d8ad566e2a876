import { Link, useRouteContext } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { count as look } from './rejected-count.css.ts';

/** Beside the integrations in the menu: how many events were rejected in the last 24 hours, and the way to them. */
export const RejectedCount = ({ onNavigate }: { onNavigate?: (() => void) | undefined }) => {
  const { rejected } = useRouteContext({ from: '/_portal' });
  const count = useSyncExternalStore(rejected.onChange, rejected.current)?.count ?? 0;
  if (count === 0) return null;
  const text = `${count.toLocaleString()} ${count === 1 ? 'event' : 'events'} rejected in the last 24 hours`;
  return (
    <Link
      to="/admin/integrations"
      search={{ view: 'rejected' }}
      className={look}
      aria-label={text}
      title={text}
      {...(onNavigate && { onClick: onNavigate })}
    >
      {count > 999 ? '999+' : count}
    </Link>
  );
};
