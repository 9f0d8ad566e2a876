import { Fragment, useEffect } from 'react';
import { Link, useLocation, useRouteContext } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import { counted, Icon } from '@portico/ui';
import { PinnedViews } from '../../features/events/views/pinned-views.tsx';
import { useScope } from '../../features/own-organizations/use-scope.ts';
import type { SessionUser } from '../session/session-store.ts';
import { count as look } from './count.css.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Building2, CreditCard } from 'lucide-react';
import { useApi, useRejected } from '../../api/use-api.ts';
import { membershipsQuery } from '../../features/own-organizations/membership.queries.ts';
import { navigationFor, type NavigationItem, TROUBLE } from './navigation.ts';
import { type Rights, useRights } from '../own-rights.ts';
import * as styles from './shell.css.ts';
import {
  troubleQuery,
  UNCORRECTED_KEY,
  uncorrectedQuery,
  usageFaultsQuery,
  waitingLettersQuery,
} from '../../shared/trouble/trouble.queries.ts';
import { useScreenSettled, useScreenShown } from './use-screen-shown.ts';

type TroubleCount = { total: number; words: string };

/** The number of problems that need the viewer's attention. Zero while loading. */
const useTroubleCount = ({ isMember, mayCorrect, isOperator }: Rights): TroubleCount => {
  const api = useApi();
  const isShown = useScreenShown();
  const rejections = useRejected();
  const queryClient = useQueryClient();
  const isSettled = useScreenSettled();
  useEffect(() => {
    if (!isShown || !mayCorrect) return;
    return rejections.onChange(() => void queryClient.invalidateQueries({ queryKey: UNCORRECTED_KEY }));
  }, [isShown, mayCorrect, rejections, queryClient]);
  const wrongCount = useQuery({ ...troubleQuery(api), enabled: isShown && isMember }).data?.wrong ?? 0;
  const uncorrected = useQuery({ ...uncorrectedQuery(api), enabled: isShown && mayCorrect }).data?.data ?? [];
  const waiting = useQuery({ ...waitingLettersQuery(api), enabled: isSettled && isOperator }).data ?? [];
  const differing = useQuery({ ...usageFaultsQuery(api), enabled: isSettled && isOperator }).data?.length ?? 0;
  const rejected = uncorrected.reduce((sum, { count }) => sum + count, 0);
  const letters = waiting.reduce((sum, one) => sum + one.waiting, 0);
  const counts: [count: number, noun: string, rest: string][] = [
    [wrongCount, 'integration', ' failing or silent'],
    [rejected, 'event', ' rejected in the last 24 hours'],
    [letters, 'dead letter', ''],
    [differing, 'usage difference', ' with Stripe'],
  ];
  const shown = counts.filter(([count]) => count > 0);
  return {
    total: wrongCount + rejected + letters + differing,
    words: shown.map(([count, noun, rest]) => counted(count, noun) + rest).join(', '),
  };
};

type MenuOrganizationsProps = { isCollapsed: boolean; onNavigate: (() => void) | undefined };

/** Maximum number of organizations in the menu. Organization Settings lists the others. */
const MAX_SHOWN = 3;

/** The organizations of a user in the menu. Administrators use the list of all organizations instead. */
const MenuOrganizations = ({ isCollapsed, onNavigate }: MenuOrganizationsProps) => {
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

type MenuProps = {
  user: SessionUser;
  /** Whether the menu shows only icons. */
  isCollapsed: boolean;
  onNavigate?: (() => void) | undefined;
};

type ItemProps = Omit<MenuProps, 'user'> & { item: NavigationItem; count?: TroubleCount };

/** A menu item. `count` overlays the end of the item, so that a late count shifts no other element. */
const Item = ({ item, count, isCollapsed, onNavigate }: ItemProps) => {
  const { to, text, icon, isExact, isTrouble } = item;
  const isTabOf = useLocation({
    select: ({ pathname }) => isTrouble === true && TROUBLE.some((tab) => pathname.split('/')[1] === tab),
  });
  const name = count && count.total > 0 ? `${text}: ${count.words}` : text;
  return (
    <li className={styles.place}>
      <Link
        to={to}
        preload="intent"
        activeOptions={{ exact: isExact === true, includeSearch: false }}
        className={styles.item}
        {...(onNavigate && { onClick: onNavigate })}
        {...((isCollapsed || name !== text) && { 'aria-label': name })}
        {...(isCollapsed && { title: name })}
        {...(isTabOf && { 'aria-current': 'page' })}
      >
        <Icon of={icon} size="lg" />
        {!isCollapsed && text}
      </Link>
      {count !== undefined && count.total > 0 && (
        <span aria-hidden className={look} title={count.words}>
          {count.total > 999 ? '999+' : count.total}
        </span>
      )}
    </li>
  );
};

const TroubleItem = ({ rights, ...props }: ItemProps & { rights: Rights }) => (
  <Item {...props} count={useTroubleCount(rights)} />
);

/** Counts load after the screen. */
export const Menu = ({ user, isCollapsed, onNavigate }: MenuProps) => {
  const { usertype } = user;
  const rights = useRights(usertype);
  const isSettled = useScreenSettled();
  const { organizations } = useScope(isAdmin(usertype));
  const items = (entries: readonly NavigationItem[]) =>
    entries.map((item) => {
      const props = { item, isCollapsed, onNavigate };
      return item.isTrouble ? (
        <TroubleItem key={item.to} {...{ ...props, rights }} />
      ) : (
        <Item key={item.to} {...props} />
      );
    });
  return (
    <nav aria-label="Main">
      <ul className={styles.menu}>
        {navigationFor(usertype, rights).map((group) =>
          group.title === null ? (
            <Fragment key="own">
              {items(group.items)}
              <MenuOrganizations {...{ isCollapsed, onNavigate }} />
            </Fragment>
          ) : (
            <li key={group.title} className={styles.group}>
              {!isCollapsed && <p className={styles.groupTitle}>{group.title}</p>}
              <ul className={styles.menu} aria-label={group.title}>
                {items(group.items)}
              </ul>
            </li>
          ),
        )}
        {!isCollapsed && rights.isMember && usertype !== 'LEAD' && (
          <PinnedViews isCounted={isSettled} {...{ organizations, onNavigate }} />
        )}
      </ul>
    </nav>
  );
};
