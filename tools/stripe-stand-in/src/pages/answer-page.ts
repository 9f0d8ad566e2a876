import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account } from '../account.ts';
import { changeQuantities, paySession } from '../completing.ts';
import { closeDispute, disputeOf, openDispute } from '../disputes.ts';
import type { Charge, Invoice, PortalSession, Session } from '../objects.ts';
import { refundCharge } from '../payments.ts';
import { sessionOf } from '../sessions.ts';
import { replaceCard } from '../payment-methods.ts';
import { cancel, endWithPeriod, renew } from '../subscribing.ts';
import { type Card, cardFault, isDeclined, suggestedCard } from './cards.ts';
import { invoicePage } from './invoice-page.ts';
import { invoicePdf } from './invoice-pdf.ts';
import { type Brand, pageHeaders, renderPage } from './page.ts';
import { closedPage, paymentPage } from './payment-page.ts';
import { portalPage } from './portal-page.ts';

type Shown = { status: number; title: string; content: string };
type Done = Shown | { location: string };

const page = (title: string, content: string, status = 200): Shown => ({ status, title, content });

const quantitiesOf = (form: URLSearchParams): Map<string, number> =>
  new Map(
    [...form].flatMap(([name, value]) => {
      const [, item] = /^quantity\[(\w+)\]$/.exec(name) ?? [];
      return item === undefined ? [] : [[item, Number(value)] as const];
    }),
  );

const cardOf = (form: URLSearchParams): Card => ({
  number: form.get('card') ?? '',
  expiry: form.get('expiry') ?? '',
  cvc: form.get('cvc') ?? '',
});

const returnUrl = (session: Session): string =>
  (session.success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', session.id);

const payment = (account: Account, session: Session, form: URLSearchParams | undefined): Done => {
  const shown = (more: object = {}, status = 200): Shown => {
    const items = account.lineItems.get(session.id) ?? [];
    return page('Payment', paymentPage({ session, items, card: suggestedCard(), ...more }), status);
  };
  if (session.status === 'complete')
    return page('Paid', closedPage('Paid already', 'This payment is complete.', returnUrl(session)));
  if (session.status !== 'open')
    return page('Expired', closedPage('Too late', 'This payment page has expired.', session.cancel_url), 410);
  if (!form) return shown();
  const isChanged = changeQuantities(account, session, quantitiesOf(form));
  const card = cardOf(form);
  if (form.get('action') === 'update') return shown({ card });
  // The total differs from the one that the customer saw, so nothing is paid.
  if (isChanged) return shown({ card, notice: 'The total has changed. Look at it, then pay.' }, 409);
  const fault = cardFault(card);
  if (!fault || isDeclined(card)) paySession(account, session, card, !fault);
  return fault ? shown({ card, fault }, 402) : { location: returnUrl(session) };
};

/** Refunds or disputes a charge, or decides its dispute. */
const press = (account: Account, charge: Charge, action: string): void => {
  const dispute = disputeOf(account, charge);
  if (action === 'refund' && !charge.refunded && !dispute) refundCharge(account, charge);
  if (action === 'dispute' && !charge.refunded && !dispute) openDispute(account, charge);
  if ((action === 'won' || action === 'lost') && dispute?.status === 'needs_response')
    closeDispute(account, dispute, action);
};

const portal = (account: Account, session: PortalSession, { productName }: Brand, form?: URLSearchParams): Done => {
  if (form) {
    for (const [action, id] of form) {
      const subscription = account.subscriptions.get(id);
      const charge = account.charges.get(id);
      if (subscription?.customer === session.customer && subscription.status !== 'canceled') {
        if (action === 'cancel') cancel(account, subscription);
        if (action === 'end' || action === 'resume') endWithPeriod(account, subscription, action === 'end');
        if (action === 'renew' || action === 'fail') renew(account, subscription, action === 'renew');
      }
      if (charge?.customer === session.customer) press(account, charge, action);
    }
    if (form.has('replace'))
      replaceCard(account, session.customer, { number: form.get('number') ?? '', expiry: form.get('expiry') ?? '' });
    return { location: session.url };
  }
  return page('Billing', portalPage(account, session, productName));
};

/** Shows an invoice. Paying it here also renews its subscription. */
const invoice = (account: Account, shown: Invoice, form?: URLSearchParams): Done => {
  if (!form || shown.status !== 'open') return page('Invoice', invoicePage(account, shown, { card: suggestedCard() }));
  const card = cardOf(form);
  const fault = cardFault(card);
  const subscription = account.subscriptions.get(shown.parent?.subscription_details.subscription ?? '');
  if (subscription?.latest_invoice === shown.id && (!fault || isDeclined(card))) renew(account, subscription, !fault);
  return page('Invoice', invoicePage(account, shown, { card, fault }), fault ? 402 : 200);
};

const answer = (account: Account, brand: Brand, path: string, form?: URLSearchParams): Done => {
  const [, kind, id = ''] = /^\/(c\/pay|p\/session|i)\/(\w+)$/.exec(path) ?? [];
  const paid = kind === 'c/pay' && account.sessions.has(id) ? sessionOf(account, id) : undefined;
  if (paid) return payment(account, paid, form);
  const opened = kind === 'p/session' ? account.portalSessions.get(id) : undefined;
  if (opened) return portal(account, opened, brand, form);
  const billed = kind === 'i' ? account.invoices.get(id) : undefined;
  if (billed) return invoice(account, billed, form);
  return page('Not found', closedPage('Not found', 'There is no such page. Begin again in the product.', null), 404);
};

/** Origin that a page's form and links may target: the product's. */
const originOf = (account: Account, path: string): string => {
  const id = path.split('/').at(-1) ?? '';
  const back = account.sessions.get(id)?.success_url ?? account.portalSessions.get(id)?.return_url ?? account.url;
  return new URL(back).origin;
};

/** Handles GET and POST of the hosted pages: payment, customer portal, invoices. */
export const answerPage = (
  account: Account,
  brand: Brand,
  request: IncomingMessage,
  response: ServerResponse,
  sent: string,
): void => {
  const { pathname } = new URL(request.url ?? '/', account.url);
  const pdf = account.invoices.get(/^\/i\/(\w+)\/pdf$/.exec(pathname)?.[1] ?? '');
  if (pdf) {
    const name = `Invoice-${pdf.number ?? pdf.id}.pdf`;
    response
      .writeHead(200, { 'content-type': 'application/pdf', 'content-disposition': `attachment; filename="${name}"` })
      .end(invoicePdf(account, pdf, brand.productName));
    return;
  }
  const isPost = request.method === 'POST';
  const done = answer(account, brand, pathname, isPost ? new URLSearchParams(sent) : undefined);
  if (isPost) account.save();
  if ('location' in done) {
    response.writeHead(303, { location: done.location, 'cache-control': 'no-store' }).end();
    return;
  }
  const html = renderPage(brand, done.title, done.content);
  response.writeHead(done.status, pageHeaders(originOf(account, pathname))).end(html);
};
