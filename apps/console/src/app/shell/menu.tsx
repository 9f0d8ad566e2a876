import { Fragment } from 'react';
import { Link, useLocation } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import { Icon } from '@portico/ui';
import { PinnedViews } from '../../features/events/views/pinned-views.tsx';
import { useScope } from '../../features/own-organizations/use-scope.ts';
import type { SessionUser } from '../session/session-store.ts';
import { count as look } from './count.css.ts';
import { MenuOrganizations } from './menu-organizations.tsx';
import { navigationFor, type NavigationItem, TROUBLE } from './navigation.ts';
import { type Rights, useRights } from '../own-rights.ts';
import * as styles from './shell.css.ts';
import { type TroubleCount, useTroubleCount } from './trouble-count.ts';
import { useScreenSettled } from './use-screen-shown.ts';

export type MenuProps = {
  user: SessionUser;
  /** Shows only icons. */
  isCollapsed: boolean;
  onNavigate?: (() => void) | undefined;
};

type ItemProps = Omit<MenuProps, 'user'> & { item: NavigationItem; count?: TroubleCount };

/** `count` overlays the end of the item, so that it shifts nothing. */
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

/** Every screen that the viewer may open, and their pinned views. Counts load after the screen. */
export const Menu = ({ user, isCollapsed, onNavigate }: MenuProps) => {
  const { usertype } = user;
  const rights = useRights(usertype);
  const isSettled = useScreenSettled();
  const { organizations } = useScope(isAdmin(usertype));
  const items = (of: readonly NavigationItem[]) =>
    of.map((item) => {
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
