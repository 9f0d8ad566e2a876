import { escapeHtml } from './page.ts';
import type { Account } from '../account.ts';
import { disputeOf } from '../disputes.ts';
import type { Charge, Dispute, Invoice, PortalSession, Subscription } from '../objects.ts';
import { suggestedCard } from './cards.ts';
import { day, money, moneyEach } from './money.ts';

export const nameOf = (account: Account, productId: string): string =>
  account.catalogue().products.find(({ id }) => id === productId)?.name ?? productId;

const button = (action: string, label: string, object: string, danger = false): string =>
  `<button class="plain${danger ? ' danger' : ''}" name="${action}" value="${object}">${label}</button>`;

const STATE: Record<string, string> = { active: '', past_due: ' bad', canceled: ' off' };
const state = (status: string): string =>
  `<span class="state${STATE[status] ?? ''}">${escapeHtml(status.replaceAll('_', ' '))}</span>`;

const subscriptionRow = (account: Account, subscription: Subscription): string => {
  const { id, status, items, ended_at: endedAt, cancel_at_period_end: isEnding } = subscription;
  const isOver = status === 'canceled';
  const renewsAt = items.data[0]?.current_period_end ?? 0;
  const next = isOver ? `ended ${day(endedAt ?? 0)}` : `${isEnding ? 'ends' : 'renews'} ${day(renewsAt)}`;
  const change = isEnding ? button('resume', 'Don’t cancel', id) : button('end', 'Cancel subscription', id, true);
  return `<li>
<span class="what">${items.data.map(({ price, quantity }) => `${quantity ?? 'metered'} × ${escapeHtml(nameOf(account, price.product))}`).join('<br>')}</span>
<span class="row">${state(status)}</span>
<span class="small">${items.data.map(({ price }) => moneyEach(price)).join(', ')} · ${next}</span>
${isOver ? '<span></span>' : `<span>${change}</span>`}
${isOver ? '' : `<div class="row try"><p class="small">Only here, to try it:</p>${button('renew', isEnding ? 'The period ends' : 'Renewal is paid', id)}${button('fail', 'Renewal fails', id)}${button('cancel', 'Ends at once', id)}</div>`}
</li>`;
};

const DISPUTE: Record<string, string> = { won: 'dispute won', lost: 'dispute lost' };

const chargeState = ({ status, refunded, amount_refunded: amount }: Charge, dispute?: Dispute): string => {
  if (dispute) return `<span class="state bad">${DISPUTE[dispute.status] ?? 'disputed'}</span>`;
  if (status === 'failed') return '<span class="state bad">declined</span>';
  if (refunded) return '<span class="state off">refunded</span>';
  return amount > 0 ? '<span class="state off">partly refunded</span>' : '<span class="state">paid</span>';
};

const chargeButtons = ({ id, paid, refunded }: Charge, dispute?: Dispute): string => {
  if (dispute?.status === 'needs_response')
    return `<span>${button('lost', 'Dispute is lost', id, true)} ${button('won', 'Dispute is won', id)}</span>`;
  if (!paid || refunded || dispute) return '<span></span>';
  return `<span>${button('refund', 'Refund', id)} ${button('dispute', 'Dispute', id)}</span>`;
};

const chargeRow = (charge: Charge, dispute?: Dispute): string => `<li>
<span class="what">${money(charge.amount)}</span><span class="row">${chargeState(charge, dispute)}</span>
<span class="small">${day(charge.created)} · ${escapeHtml(charge.description ?? 'Payment')}</span>
${chargeButtons(charge, dispute)}
</li>`;

const cardRow = (account: Account, customerId: string): string => {
  const subscribed = [...account.subscriptions.values()].findLast(
    ({ customer, default_payment_method: method }) => customer === customerId && method !== null,
  );
  const own = account.customers.get(customerId)?.invoice_settings.default_payment_method;
  const card = account.paymentMethods.get(subscribed?.default_payment_method ?? own ?? '')?.card;
  const { number, expiry } = suggestedCard();
  return `<li>
<span class="what">${card ? `Visa •••• ${escapeHtml(card.last4)}` : 'No card is kept.'}</span>
<span class="small">${card ? `expires ${card.exp_month} / ${card.exp_year}` : ''}</span>
<span class="row"><input name="number" value="${number}" aria-label="Card number" maxlength="40" size="18"><input name="expiry" value="${expiry}" aria-label="Expires" maxlength="7" size="6"></span>
<span>${button('replace', 'Use this card', 'card')}</span>
</li>`;
};

const invoiceRow = ({ id, number, total, created, status }: Invoice): string => `<li>
<a class="what" href="/i/${id}">${escapeHtml(number ?? id)}</a><span class="row">${status === 'paid' ? '<span class="state">paid</span>' : '<span class="state bad">open</span>'}</span>
<span class="small">${day(created)} · ${money(total)}</span><span></span>
</li>`;

const section = (title: string, rows: readonly string[], empty: string): string =>
  `<h2>${title}</h2>${rows.length > 0 ? `<ul class="lines">${rows.join('\n')}</ul>` : `<p class="small">${empty}</p>`}`;

export const portalPage = (account: Account, portal: PortalSession, productName: string): string => {
  const own = <Row extends { customer: string }>(rows: ReadonlyMap<string, Row>): Row[] =>
    [...rows.values()].filter(({ customer }) => customer === portal.customer).toReversed();
  const name = account.customers.get(portal.customer)?.name ?? portal.customer;
  return `<h1>Billing</h1>
<p class="lead">${escapeHtml(name)}</p>
<form method="post" action="/p/session/${portal.id}">
${section(
  'Subscriptions',
  own(account.subscriptions).map((one) => subscriptionRow(account, one)),
  'There are none.',
)}
${section('Payment method', [cardRow(account, portal.customer)], '')}
${section('Invoices', own(account.invoices).map(invoiceRow), 'There are none yet.')}
${section(
  'Payments',
  own(account.charges).map((charge) => chargeRow(charge, disputeOf(account, charge))),
  'There are none yet.',
)}
</form>
${portal.return_url ? `<a class="link" href="${escapeHtml(portal.return_url)}">Return to ${escapeHtml(productName)}</a>` : ''}`;
};
