import type { Stripe } from 'stripe';
import type { Account } from './account.ts';
import { linesOf } from './invoicing.ts';
import { listPage } from './list.ts';
import type * as objects from './objects.ts';

/** The fields that `Whole` always has and the stand-in does not store. */
type Rest<Whole, Stored> = {
  [
    Name in keyof Whole as object extends Pick<Whole, Name>
      ? never
      : null extends Whole[Name]
        ? never
        : Name extends keyof Stored
          ? never
          : Name
  ]: Whole[Name];
};

/** Maximum rows of a list inside another object, see https://docs.stripe.com/api/expanding_objects */
const MAX_NESTED_ROWS = 10;
const TIME_FOR_EVIDENCE = 7 * 24 * 60 * 60;

const NO_TAX = { disabled_reason: null, enabled: false, liability: null, provider: null, status: null };
const NO_ADDRESS = { address: null, email: null, name: null, phone: null, tax_id: null };

/** Return the fields that the stand-in does not store, by Stripe's `object` field. */
const REST: Record<string, (row: never, account: Account) => object> = {
  customer: (): Rest<Stripe.Customer, objects.Customer> => ({ balance: 0 }),
  'checkout.session': (): Rest<Stripe.Checkout.Session, objects.Session> => ({
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    custom_fields: [],
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    shipping_options: [],
  }),
  payment_intent: (intent: objects.PaymentIntent): Rest<Stripe.PaymentIntent, objects.PaymentIntent> => ({
    amount_capturable: 0,
    amount_received: intent.status === 'succeeded' ? intent.amount : 0,
    capture_method: 'automatic',
    confirmation_method: 'automatic',
    payment_method_types: ['card'],
  }),
  charge: (): Rest<Stripe.Charge, objects.Charge> => ({ billing_details: NO_ADDRESS }),
  dispute: (dispute: objects.Dispute): Rest<Stripe.Dispute, objects.Dispute> => ({
    balance_transactions: [],
    enhanced_eligibility_types: [],
    // Omits all other fields, which are nullable.
    evidence: { enhanced_evidence: {} } as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: dispute.created + TIME_FOR_EVIDENCE,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
  }),
  payment_method: (): Rest<Stripe.PaymentMethod, objects.PaymentMethod> => ({ billing_details: NO_ADDRESS }),
  subscription: (subscription: objects.Subscription): Rest<Stripe.Subscription, objects.Subscription> => ({
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: subscription.start_date,
    billing_mode: { flexible: null, type: 'classic' },
    billing_schedules: [],
    discounts: [],
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
  }),
  // Without the deprecated `plan`, which repeats the price.
  subscription_item: (): Omit<Rest<Stripe.SubscriptionItem, objects.SubscriptionItem>, 'plan'> => ({ discounts: [] }),
  invoice: (
    invoice: objects.Invoice,
    account: Account,
  ): Omit<Rest<Stripe.Invoice, objects.Invoice>, 'lines'> & {
    lines: objects.List<objects.InvoiceLine>;
    auto_advance: boolean;
  } => ({
    amount_overpaid: 0,
    amount_shipping: 0,
    attempted: invoice.attempt_count > 0,
    auto_advance: invoice.status === 'open',
    automatic_tax: NO_TAX,
    collection_method: 'charge_automatically',
    default_tax_rates: [],
    discounts: [],
    issuer: { type: 'self' },
    lines: listPage(linesOf(account, invoice), `/v1/invoices/${invoice.id}/lines`, { limit: MAX_NESTED_ROWS }),
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    starting_balance: 0,
    status_transitions: {
      finalized_at: invoice.created,
      marked_uncollectible_at: null,
      paid_at: invoice.status === 'paid' ? invoice.created : null,
      voided_at: null,
    },
  }),
  invoice_payment: (payment: objects.InvoicePayment): Rest<Stripe.InvoicePayment, objects.InvoicePayment> => ({
    status_transitions: { canceled_at: null, paid_at: payment.status === 'paid' ? payment.created : null },
  }),
  'billing_portal.session': (): Rest<Stripe.BillingPortal.Session, objects.PortalSession> => ({
    configuration: 'bpc_default',
  }),
};

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/**
 * Copies a response or a webhook's content and adds the missing fields that Stripe's API description requires. Also adds fields that
 * an earlier version did not store. Cuts lists inside another object after ten rows.
 */
export const complete = (account: Account, value: unknown, isNested = false): unknown => {
  if (Array.isArray(value)) return value.map((row: unknown) => complete(account, row, true));
  if (!isObject(value)) return value;
  const { object, data } = value;
  const isDeleted = value['deleted'] === true;
  const rest = typeof object === 'string' && !isDeleted ? REST[object]?.(value as never, account) : undefined;
  const isLong = isNested && object === 'list' && Array.isArray(data) && data.length > MAX_NESTED_ROWS;
  const cut = isLong ? { has_more: true, data: data.slice(0, MAX_NESTED_ROWS) } : undefined;
  const whole = { ...rest, ...value, ...cut };
  return Object.fromEntries(Object.entries(whole).map(([name, inner]) => [name, complete(account, inner, true)]));
};
