import type { Account } from '../account.ts';
import type { Invoice } from '../objects.ts';
import type { Card, CardFault } from './cards.ts';
import { day, money } from './money.ts';
import { escapeHtml } from './page.ts';
import { cardFields } from './payment-page.ts';
import { nameOf } from './portal-page.ts';

/** The description of an invoice's content, one entry per line. */
export const linesOf = (account: Account, { id, parent, billing_reason: reason }: Invoice): string[] => {
  const session = [...account.sessions.values()].find(({ invoice }) => invoice === id);
  if (session && (parent === null || reason === 'subscription_create'))
    return (account.lineItems.get(session.id) ?? []).map((item) => `${item.quantity} x ${item.description ?? ''}`);
  const subscription = account.subscriptions.get(parent?.subscription_details.subscription ?? '');
  return (subscription?.items.data ?? []).map(
    ({ price, quantity }) => `${quantity} x ${nameOf(account, price.product)}`,
  );
};

type InvoiceForm = { card: Card; fault?: CardFault | undefined };

/** Content of the page to view and download an invoice, and to pay it while it is open. */
export const invoicePage = (account: Account, invoice: Invoice, { card, fault }: InvoiceForm): string => {
  const { id, number, total, status, created, invoice_pdf: pdf } = invoice;
  const isOpen = status === 'open';
  return `<h1>Invoice ${escapeHtml(number ?? id)}</h1>
<p class="lead">${day(created)}, ${isOpen ? 'to be paid' : 'paid'}</p>
<ul class="lines">
${linesOf(account, invoice)
  .map((line) => `<li><span class="what">${escapeHtml(line)}</span></li>`)
  .join('\n')}
</ul>
<p class="total"><span>${isOpen ? 'Amount due' : 'Paid'}</span><span>${money(total)}</span></p>
${isOpen ? `<form class="pay" method="post" action="/i/${id}">${cardFields(card, fault)}<button class="primary" name="action" value="pay">Pay ${money(total)}</button></form>` : ''}
<a class="link" href="${escapeHtml(pdf ?? '')}">Download invoice</a>`;
};
