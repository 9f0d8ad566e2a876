import type { BilledSubscription } from '@portico/contracts/http/organization-billing';
import { Badge, formatNumber } from '@portico/ui';
import * as styles from './organization-billing.css.ts';
import { money } from '../../shared/purchases/money.ts';
import { cardText, day, expiryText, isExpiredAt, lineText } from './words.ts';

const State = ({ status, endsAt }: BilledSubscription) => {
  if (status === 'past_due') return <Badge tone="danger">payment failed</Badge>;
  if (status === 'unpaid') return <Badge tone="danger">not paid</Badge>;
  if (status === 'paused') return <Badge>paused</Badge>;
  return endsAt === null ? <Badge tone="success">active</Badge> : <Badge tone="warning">canceled</Badge>;
};

const NextCharge = ({ status, endsAt, nextCharge, card, currency, openInvoice }: BilledSubscription) => {
  if (openInvoice)
    return (
      <p>
        Amount due: <b>{money(openInvoice.amountDue, currency)}</b>, since {day(openInvoice.createdAt)}.
      </p>
    );
  if (endsAt !== null)
    return (
      <p>
        Ends on <b>{day(endsAt)}</b>. You can use it until then, without further charges. Undo the cancellation in the
        customer portal.
      </p>
    );
  if (nextCharge)
    return (
      <p>
        Next charge: <b>{money(nextCharge.amount, currency)}</b> on <b>{day(nextCharge.at)}</b>
        {card && `, with ${cardText(card)}`}.
      </p>
    );
  return (
    <p>{status === 'paused' ? 'This subscription is paused. You are not charged.' : 'No further charge is planned.'}</p>
  );
};

const CardWarning = ({ card, nextCharge }: BilledSubscription) =>
  card && nextCharge && isExpiredAt(card, nextCharge.at) ? (
    <p className={styles.warning}>
      {cardText(card)} expires in {expiryText(card)}, before the next charge. Change the card in the customer portal.
    </p>
  ) : null;

export const SubscriptionList = ({ subscriptions }: { subscriptions: readonly BilledSubscription[] }) => (
  <ul className={styles.list} aria-label="Subscriptions">
    {subscriptions.map((subscription) => (
      <li key={subscription.id} className={styles.subscription}>
        <div className={styles.lines}>
          {subscription.lines.map((line, index) => (
            <p key={`${line.name}-${index}`} className={styles.line}>
              <span className={styles.name}>
                {line.quantity === null || line.quantity === 1 ? '' : `${formatNumber(line.quantity)} × `}
                {line.name}
              </span>
              <span className={styles.detail}>{lineText(line, subscription.currency)}</span>
            </p>
          ))}
        </div>
        <State {...subscription} />
        <div className={styles.next}>
          <NextCharge {...subscription} />
          <CardWarning {...subscription} />
        </div>
      </li>
    ))}
  </ul>
);
