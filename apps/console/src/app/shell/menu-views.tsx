import { useRouteContext } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import { PinnedViews } from '../../features/events/views/pinned-views.tsx';
import { useScope } from '../../features/own-organizations/use-scope.ts';

/** The pinned views of who sees events: of the organizations that the list shows. */
export const MenuViews = ({ onNavigate }: { onNavigate?: (() => void) | undefined }) => {
  const { user } = useRouteContext({ from: '/_portal' });
  const { isMember, organizations } = useScope(isAdmin(user.usertype));
  return isMember ? <PinnedViews organizations={organizations} {...(onNavigate && { onNavigate })} /> : null;
};
