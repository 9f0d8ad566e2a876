import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApi, useRejected } from '../../api/use-api.ts';
import { UNCORRECTED_KEY, uncorrectedQuery } from '../../shared/trouble/trouble.queries.ts';
import { count as look } from './rejected-count.css.ts';

export type RejectedCountProps = { isOwn: boolean; onNavigate: (() => void) | undefined };

const OWN: LinkProps = { to: '/rejected', search: {} };
const ADMIN: LinkProps = { to: '/admin/integrations', search: { view: 'rejected' } };

/** In the menu: how many events were rejected in the last 24 hours and not corrected since, and the way to them. */
export const RejectedCount = ({ isOwn, onNavigate }: RejectedCountProps) => {
  const rejected = useRejected();
  const queryClient = useQueryClient();
  useEffect(
    () => rejected.onChange(() => void queryClient.invalidateQueries({ queryKey: UNCORRECTED_KEY })),
    [rejected, queryClient],
  );
  const uncorrected = useQuery(uncorrectedQuery(useApi())).data?.data ?? [];
  const count = uncorrected.reduce((sum, one) => sum + one.count, 0);
  if (count === 0) return null;
  const text = `${count.toLocaleString()} ${count === 1 ? 'event' : 'events'} rejected in the last 24 hours`;
  return (
    <Link
      {...(isOwn ? OWN : ADMIN)}
      className={look}
      aria-label={text}
      title={text}
      {...(onNavigate && { onClick: onNavigate })}
    >
      {count > 999 ? '999+' : count}
    </Link>
  );
};
