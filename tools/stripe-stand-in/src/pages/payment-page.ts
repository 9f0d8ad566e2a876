import { escapeHtml } from './page.ts';
import type { LineItem, Session } from '../objects.ts';
import { type CardFault, type Card, DECLINED_CARD, GOOD_CARD } from './cards.ts';
import { money, moneyEach } from './money.ts';

type PaymentForm = {
  session: Session;
  items: readonly LineItem[];
  card: Card;
  fault?: CardFault;
  notice?: string;
};

const quantity = ({ id, quantity: count, adjustable_quantity: bounds, price, description }: LineItem): string => {
  if (!bounds?.enabled) return `<span class="small">${count} × ${moneyEach(price)}</span>`;
  return `<label class="quantity"><input type="number" name="quantity[${id}]" value="${count}" min="${bounds.minimum ?? 1}" max="${bounds.maximum ?? 99}" aria-label="Quantity of ${escapeHtml(description ?? '')}"> × ${moneyEach(price)}</label>`;
};

const line = (item: LineItem): string => `<li>
<span class="what">${escapeHtml(item.description ?? '')}</span>
<span class="amount">${money(item.amount_total)}</span>
${quantity(item)}
</li>`;

const field = (
  label: string,
  name: string,
  value: string,
  autocomplete: string,
  fault?: string,
  wide = false,
): string => {
  const invalid = fault ? ` aria-invalid="true" aria-describedby="${name}-fault" autofocus` : '';
  return `<div class="field${wide ? ' wide' : ''}"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" value="${escapeHtml(value)}" required maxlength="40" inputmode="numeric" autocomplete="${autocomplete}"${invalid}>
${fault ? `<span class="fault" role="alert" id="${name}-fault">${escapeHtml(fault)}</span>` : ''}</div>`;
};

export const cardFields = ({ number, expiry, cvc }: Card, fault?: CardFault): string => {
  const faultOf = (name: CardFault['field']): string | undefined => (fault?.field === name ? fault.message : undefined);
  return `<div class="card-fields">
<p class="small wide">Pay with <code>${GOOD_CARD}</code>, or see a card declined with <code>${DECLINED_CARD}</code></p>
${field('Card number', 'card', number, 'cc-number', faultOf('card'), true)}
${field('Expires (MM / YY)', 'expiry', expiry, 'cc-exp', faultOf('expiry'))}
${field('Security code', 'cvc', cvc, 'cc-csc', faultOf('cvc'))}
</div>`;
};

const monthly = (items: readonly LineItem[]): string => {
  const again = items.filter(({ price }) => price.recurring);
  const sum = again.reduce((total, { amount_total: amount }) => total + amount, 0);
  return again.length > 0 ? `<p class="small">Then ${money(sum)} per month until you cancel.</p>` : '';
};

export const paymentPage = ({ session, items, card, fault, notice }: PaymentForm): string => {
  const isAdjustable = items.some(({ adjustable_quantity: bounds }) => bounds?.enabled);
  return `<h1>${session.mode === 'subscription' ? 'Subscribe' : 'Pay'}</h1>
${notice ? `<p class="alert" role="status">${escapeHtml(notice)}</p>` : ''}
<form class="pay" method="post" action="/c/pay/${session.id}">
<button name="action" value="pay" hidden>Pay</button>
<ul class="lines">
${items.map(line).join('\n')}
</ul>
<p class="total"><span>Due today</span><span>${money(session.amount_total ?? 0)}</span></p>
${monthly(items)}
${isAdjustable ? '<div><button class="plain" name="action" value="update" formnovalidate>Update total</button></div>' : ''}
${cardFields(card, fault)}
<button class="primary" name="action" value="pay">${session.mode === 'subscription' ? 'Subscribe' : 'Pay'} ${money(session.amount_total ?? 0)}</button>
</form>
${session.cancel_url ? `<a class="link" href="${escapeHtml(session.cancel_url)}">Cancel and go back</a>` : ''}`;
};

/** Content of a page without a form: the session is paid or has expired, or the address is unknown. */
export const closedPage = (headline: string, text: string, back: string | null): string => `<h1>${headline}</h1>
<p class="lead">${text}</p>
${back ? `<a class="primary" href="${escapeHtml(back)}">Go back</a>` : ''}`;
