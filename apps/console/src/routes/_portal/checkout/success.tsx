import { createFileRoute, Link, redirect, useNavigate } from '@tanstack/react-router';
import { useCallback, useEffect, useState } from 'react';
import { buttonClass } from '@portico/ui';
import { useFreshRole } from '../../../app/session/use-fresh-role.ts';
import { useSession } from '../../../app/shell/use-session.ts';
import { Title } from '../../../app/title.tsx';
import { PaymentScreen } from '../../../features/shop/payment-screen.tsx';

/** Maximum milliseconds to wait until the payment has turned a lead into a client, who may open the dashboard. */
const TIMEOUT_MS = 20_000;

const renderLinks = (organizationId: number) => (
  <>
    <Link to="/dashboard" search={{ view: 'product' }} replace className={buttonClass()}>
      Go to the dashboard
    </Link>
    <Link
      to="/organizations/$id/billing"
      params={{ id: String(organizationId) }}
      replace
      className={buttonClass({ variant: 'secondary' })}
    >
      Billing
    </Link>
  </>
);

const Success = () => {
  const { session, queryClient } = Route.useRouteContext();
  const { session_id: sessionId = '' } = Route.useSearch();
  const navigate = useNavigate();
  const [isOver, setIsOver] = useState(false);
  const isLead = useSession()?.user.usertype === 'LEAD';
  useFreshRole(session, isLead);
  useEffect(() => {
    if (!isOver) return undefined;
    // Replaces the history entry, so that going back to this page does not empty the cart of a later purchase.
    const go = () => {
      // The organization is a customer now, so the menu must show its billing.
      void queryClient.invalidateQueries({ queryKey: ['memberships'] });
      void navigate({ to: '/dashboard', search: { view: 'product' }, replace: true });
    };
    const timer = setTimeout(go, isLead ? TIMEOUT_MS : 0);
    return () => clearTimeout(timer);
  }, [isOver, isLead, navigate, queryClient]);
  const onEnd = useCallback(() => setIsOver(true), []);
  const onUnpaid = useCallback(() => void navigate({ to: '/checkout', replace: true }), [navigate]);
  return (
    <>
      <Title of="Payment" />
      <PaymentScreen sessionId={sessionId} onEnd={onEnd} onUnpaid={onUnpaid} renderLinks={renderLinks} />
    </>
  );
};

/** The payment page redirects here with the id of the checkout. Without an id, the user has not paid. */
export const Route = createFileRoute('/_portal/checkout/success')({
  validateSearch: ({ session_id }: Record<string, unknown>): { session_id?: string | undefined } => ({
    session_id: typeof session_id === 'string' ? session_id : undefined,
  }),
  beforeLoad: ({ search }) => {
    if (search.session_id === undefined) throw redirect({ to: '/checkout', replace: true });
  },
  component: Success,
});
