import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isAdmin } from '@portico/contracts/common/roles';
import { Icon } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { PinnedViews } from '../../features/events/views/pinned-views.tsx';
import { useScope } from '../../features/own-organizations/use-scope.ts';
import { standingOf } from '../../shared/trouble/standing.ts';
import { troubleQuery } from '../../shared/trouble/trouble.queries.ts';
import type { SessionUser } from '../session/session-store.ts';
import { navigationFor, type NavigationItem } from './navigation.ts';
import { useRights } from './own-rights.ts';
import { RejectedCount } from './rejected-count.tsx';
import { count as look } from './rejected-count.css.ts';
import * as styles from './shell.css.ts';
import { useScreenShown } from './use-screen-shown.ts';

export type MenuProps = {
  user: SessionUser;
  /** Pictures only. */
  isCollapsed: boolean;
  onNavigate?: (() => void) | undefined;
};

type ItemProps = Omit<MenuProps, 'user'> & { item: NavigationItem; name?: string; children?: ReactNode };

/** `name` when more than the item's text; `children` lie upon its end. */
const Item = ({ item: { to, text, icon, isExact }, name, isCollapsed, onNavigate, children }: ItemProps) => (
  <li className={styles.place}>
    <Link
      to={to}
      preload="intent"
      activeOptions={{ exact: isExact === true, includeSearch: false }}
      className={styles.item}
      {...(onNavigate && { onClick: onNavigate })}
      {...((isCollapsed || name !== undefined) && { 'aria-label': name ?? text })}
      {...(isCollapsed && { title: name ?? text })}
    >
      <Icon of={icon} size="lg" />
      {!isCollapsed && text}
    </Link>
    {children}
  </li>
);

/** The way to what is wrong, with how many integrations are. */
const TroubleItem = (props: ItemProps) => {
  const wrong = useQuery({ ...troubleQuery(useApi()), enabled: useScreenShown(), select: standingOf }).data?.wrong ?? 0;
  if (wrong === 0) return <Item {...props} />;
  const integrations = wrong === 1 ? 'integration' : 'integrations';
  return (
    <Item {...props} name={`${props.item.text}: ${wrong.toLocaleString()} ${integrations} failing or silent`}>
      <span aria-hidden className={look}>
        {wrong > 999 ? '999+' : wrong}
      </span>
    </Item>
  );
};

const RejectedItem = (props: ItemProps) => {
  const isScreenShown = useScreenShown();
  return (
    <Item {...props}>
      {isScreenShown && <RejectedCount isOwn={props.item.to === '/rejected'} onNavigate={props.onNavigate} />}
    </Item>
  );
};

const ITEMS = { trouble: TroubleItem, rejected: RejectedItem };

/** Every place that the viewer may go to, and the views that they pinned. Counts come once the screen is shown. */
export const Menu = ({ user, isCollapsed, onNavigate }: MenuProps) => {
  const { usertype } = user;
  const rights = useRights(usertype);
  const isScreenShown = useScreenShown();
  const { organizations } = useScope(isAdmin(usertype));
  const items = (of: readonly NavigationItem[]) =>
    of.map((item) => {
      const Counted = item.count === undefined ? Item : ITEMS[item.count];
      return <Counted key={item.to} {...{ item, isCollapsed, onNavigate }} />;
    });
  return (
    <nav aria-label="Main">
      <ul className={styles.menu}>
        {navigationFor(usertype, rights).map((group) =>
          group.title === null ? (
            items(group.items)
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
          <PinnedViews isCounted={isScreenShown} {...{ organizations, onNavigate }} />
        )}
      </ul>
    </nav>
  );
};
