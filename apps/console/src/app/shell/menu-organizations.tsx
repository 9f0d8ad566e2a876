import { useQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import { Building2, CreditCard } from 'lucide-react';
import { isAdmin } from '@portico/contracts/common/roles';
import { Icon } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { membershipsQuery } from '../../features/own-organizations/membership.queries.ts';
import * as styles from './shell.css.ts';

export type MenuOrganizationsProps = { isCollapsed: boolean; onNavigate: (() => void) | undefined };

/** Maximum shown; the others are in Organization Settings. */
const MAX_SHOWN = 3;

/** Menu items for the viewer's organizations by name, and the billing of those that pay. Administrators have the list of all instead. */
export const MenuOrganizations = ({ isCollapsed, onNavigate }: MenuOrganizationsProps) => {
  const { user } = useRouteContext({ from: '/_portal' });
  const { data } = useQuery({ ...membershipsQuery(useApi()), enabled: !isAdmin(user.usertype) });
  const own = data?.data.filter(({ approved }) => approved).slice(0, MAX_SHOWN) ?? [];
  if (own.length === 0) return null;
  const items = own.flatMap(({ organization: { id, name }, hasBilling = false }) => [
    { to: '/organizations/$id', id, text: name, title: name, icon: Building2 } as const,
    ...(hasBilling
      ? [
          {
            to: '/organizations/$id/billing',
            id,
            text: 'Billing',
            title: own.length === 1 ? 'Billing' : `Billing of ${name}`,
            icon: CreditCard,
          } as const,
        ]
      : []),
  ]);
  return items.map(({ to, id, text, title, icon }) => (
    <li key={`${to} ${id}`} className={styles.place}>
      <Link
        to={to}
        params={{ id: String(id) }}
        preload="intent"
        activeOptions={{ exact: true }}
        className={styles.item}
        {...(onNavigate && { onClick: onNavigate })}
        {...((isCollapsed || title !== text) && { 'aria-label': title, title })}
      >
        <Icon of={icon} size="lg" />
        {!isCollapsed && <bdi className={styles.itemText}>{text}</bdi>}
      </Link>
    </li>
  ));
};
