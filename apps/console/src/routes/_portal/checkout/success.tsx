import { createFileRoute, Link, redirect, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { buttonClass } from '@portico/ui';
import { Title } from '../../../app/title.tsx';
import { PaymentScreen } from '../../../features/shop/payment-screen.tsx';

const Success = () => {
  const { api } = Route.useRouteContext();
  const { session_id: sessionId = '' } = Route.useSearch();
  const navigate = useNavigate();
  // Replaced, so that going back does not empty the cart of another purchase.
  const onEnd = useCallback(
    () => void navigate({ to: '/dashboard', search: { view: 'product' }, replace: true }),
    [navigate],
  );
  const onUnpaid = useCallback(() => void navigate({ to: '/checkout', replace: true }), [navigate]);
  return (
    <>
      <Title of="Payment" />
      <PaymentScreen api={api} sessionId={sessionId} onEnd={onEnd} onUnpaid={onUnpaid}>
        <Link to="/dashboard" search={{ view: 'product' }} replace className={buttonClass()}>
          Go to the dashboard
        </Link>
      </PaymentScreen>
    </>
  );
};

/** Where the payment page leads back to, with the id of the checkout. Without one nothing was paid. */
export const Route = createFileRoute('/_portal/checkout/success')({
  validateSearch: ({ session_id }: Record<string, unknown>): { session_id?: string | undefined } => ({
    session_id: typeof session_id === 'string' ? session_id : undefined,
  }),
  beforeLoad: ({ search }) => {
    if (search.session_id === undefined) throw redirect({ to: '/checkout', replace: true });
  },
  component: Success,
});
