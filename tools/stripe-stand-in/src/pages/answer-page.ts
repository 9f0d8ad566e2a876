import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Account } from '../account.ts';
import { changeQuantities, paySession } from '../completing.ts';
import { closeDispute, disputeOf, openDispute } from '../disputes.ts';
import type { Charge, Invoice, PortalSession, Session } from '../objects.ts';
import { refundCharge } from '../payments.ts';
import { sessionOf } from '../sessions.ts';
import { replaceCard } from '../payment-methods.ts';
import { cancel, endWithPeriod, renew } from '../subscribing.ts';
import { type Card, cardFault, isDeclined, suggestedCard, type CardFault } from './cards.ts';
import { hostedPages } from './hosted.ts';
import { type Brand, escapeHtml } from './page.ts';
import { closedPage, paymentPage, cardFields } from './payment-page.ts';
import { portalPage, nameOf } from './portal-page.ts';
import { day, money } from './money.ts';

const linesOf = (account: Account, { id, parent, billing_reason: reason }: Invoice): string[] => {
  const session = [...account.sessions.values()].find(({ invoice }) => invoice === id);
  if (session && (parent === null || reason === 'subscription_create'))
    return (account.lineItems.get(session.id) ?? []).map((item) => `${item.quantity} x ${item.description ?? ''}`);
  const subscription = account.subscriptions.get(parent?.subscription_details.subscription ?? '');
  return (subscription?.items.data ?? []).map(
    ({ price, quantity }) => `${quantity} x ${nameOf(account, price.product)}`,
  );
};

type InvoiceForm = { card: Card; fault?: CardFault | undefined };

const invoicePage = (account: Account, invoice: Invoice, { card, fault }: InvoiceForm): string => {
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

/** Escapes text for a PDF string. Replaces non-ASCII characters by question marks. */
const pdfText = (text: string): string => text.replaceAll(/[^ -~]/g, '?').replaceAll(/[\\()]/g, String.raw`\$&`);

const pdfOf = (lines: readonly string[]): Buffer => {
  const text = lines.map((line) => `(${pdfText(line)}) Tj T*`).join('\n');
  const content = `BT /F1 12 Tf 72 770 Td 20 TL\n${text}\nET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((body, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const end = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}trailer\n<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + end, 'latin1');
};

const invoicePdf = (account: Account, invoice: Invoice, productName: string): Buffer =>
  pdfOf([
    `${productName}: invoice ${invoice.number ?? invoice.id}`,
    `${account.customers.get(invoice.customer)?.name ?? ''}, ${day(invoice.created)}`,
    '',
    ...linesOf(account, invoice),
    '',
    `${invoice.status === 'open' ? 'Amount due' : 'Paid'}: ${money(invoice.total)}`,
    'A trial on one machine: no money has moved.',
  ]);

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
  // The customer has not seen this total yet.
  if (isChanged) return shown({ card, notice: 'The total has changed. Look at it, then pay.' }, 409);
  const fault = cardFault(card);
  if (!fault || isDeclined(card)) paySession(account, session, card, !fault);
  return fault ? shown({ card, fault }, 402) : { location: returnUrl(session) };
};

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

/** Shows an invoice. If the customer pays the invoice here, its subscription is renewed too. */
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

const originOf = (account: Account, path: string): string => {
  const id = path.split('/').at(-1) ?? '';
  const back = account.sessions.get(id)?.success_url ?? account.portalSessions.get(id)?.return_url ?? account.url;
  return new URL(back).origin;
};

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
  const html = hostedPages.render(brand, `${done.title} · ${brand.productName}`, done.content);
  response.writeHead(done.status, hostedPages.headers(originOf(account, pathname))).end(html);
};
