import { createFileRoute, Link, useLocation, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { buttonClass } from '@portico/ui';
import { useFreshRole } from '../../app/session/use-fresh-role.ts';
import { useSession } from '../../app/shell/use-session.ts';
import { Title } from '../../app/title.tsx';
import { InvitationScreen } from '../../features/invitations/invitation-screen.tsx';

const Invitation = () => {
  const { session, user } = Route.useRouteContext();
  const token = useLocation({ select: ({ hash }) => hash });
  const navigate = useNavigate();
  const router = useRouter();
  const [isAccepted, setIsAccepted] = useState(false);
  // A lead who accepts becomes a client, who has a dashboard. This takes a moment.
  const isLead = useSession()?.user.usertype === 'LEAD';
  useFreshRole(session, isAccepted && isLead);
  useEffect(() => {
    if (isAccepted && !isLead) void navigate({ to: '/dashboard' });
  }, [isAccepted, isLead, navigate]);
  const logout = async () => {
    await router.navigate({ to: '/' });
    await session.logout();
  };
  return (
    <>
      <Title of="Invitation" />
      <InvitationScreen
        key={token}
        {...{ token, email: user.email }}
        onAccepted={() => setIsAccepted(true)}
        onLogout={() => void logout()}
      >
        <Link to="/dashboard" className={buttonClass({ variant: 'secondary' })}>
          Go to the dashboard
        </Link>
      </InvitationScreen>
    </>
  );
};

/** The page of an invitation's link. The link's fragment contains the token. */
export const Route = createFileRoute('/_portal/invitation')({ component: Invitation });
