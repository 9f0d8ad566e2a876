import { randomBytes } from 'node:crypto';
import type { Stripe } from 'stripe';
import type { Price } from './catalogue.ts';

/* The stored objects, with the fields of Stripe's objects that the stand-in uses. References are ids, as in JSON before expansion.
   Times are seconds since 1970. */

type Common = 'id' | 'object' | 'created' | 'livemode' | 'metadata';

/** A customer. A deleted customer stays stored, because its payments refer to it. */
export type Customer = Pick<Stripe.Customer, Common | 'description' | 'email' | 'name'> & {
  invoice_settings: { default_payment_method: string | null };
  deleted?: true;
};

export type PaymentMethod = Pick<Stripe.PaymentMethod, Common | 'type'> & {
  card: { brand: string; exp_month: number; exp_year: number; funding: string; last4: string };
  customer: string;
};

export type Session = Pick<
  Stripe.Checkout.Session,
  | Common
  | 'amount_subtotal'
  | 'amount_total'
  | 'cancel_url'
  | 'client_reference_id'
  | 'currency'
  | 'expires_at'
  | 'mode'
  | 'payment_method_types'
  | 'payment_status'
  | 'status'
  | 'success_url'
  | 'url'
> & {
  customer: string;
  invoice: string | null;
  invoice_creation: Stripe.Checkout.Session.InvoiceCreation | null;
  payment_intent: string | null;
  subscription: string | null;
};

export type LineItem = Pick<
  Stripe.LineItem,
  | 'id'
  | 'object'
  | 'adjustable_quantity'
  | 'amount_discount'
  | 'amount_subtotal'
  | 'amount_tax'
  | 'amount_total'
  | 'currency'
  | 'description'
  | 'metadata'
> & { price: Price; quantity: number };

export type PaymentIntent = Pick<Stripe.PaymentIntent, Common | 'amount' | 'currency' | 'status'> & {
  customer: string;
  latest_charge: string | null;
};

export type Charge = Pick<
  Stripe.Charge,
  | Common
  | 'amount'
  | 'amount_captured'
  | 'amount_refunded'
  | 'captured'
  | 'currency'
  | 'description'
  | 'disputed'
  | 'paid'
  | 'refunded'
  | 'status'
> & { customer: string; payment_intent: string };

export type Refund = Pick<
  Stripe.Refund,
  'id' | 'object' | 'amount' | 'created' | 'currency' | 'metadata' | 'status'
> & {
  charge: string;
  payment_intent: string;
};

/** A dispute, which is always about the whole charge. */
export type Dispute = Pick<
  Stripe.Dispute,
  Common | 'amount' | 'currency' | 'is_charge_refundable' | 'reason' | 'status'
> & { charge: string; payment_intent: string };

export type SubscriptionItem = Pick<
  Stripe.SubscriptionItem,
  'id' | 'object' | 'created' | 'current_period_end' | 'current_period_start' | 'metadata' | 'subscription'
> & {
  price: Price;
  /** Absent for metered prices. */
  quantity?: number;
};

export type List<Row> = { object: 'list'; url: string; has_more: boolean; data: Row[] };

export type Subscription = Pick<
  Stripe.Subscription,
  | Common
  | 'cancel_at'
  | 'cancel_at_period_end'
  | 'canceled_at'
  | 'collection_method'
  | 'currency'
  | 'description'
  | 'ended_at'
  | 'start_date'
  | 'status'
> & {
  customer: string;
  default_payment_method: string | null;
  latest_invoice: string;
  items: List<SubscriptionItem>;
};

export type InvoicePayment = Pick<
  Stripe.InvoicePayment,
  'id' | 'object' | 'amount_paid' | 'amount_requested' | 'created' | 'currency' | 'is_default' | 'livemode' | 'status'
> & { invoice: string; payment: { type: 'payment_intent'; payment_intent: string } };

export type Invoice = Pick<
  Stripe.Invoice,
  | Common
  | 'amount_due'
  | 'amount_paid'
  | 'amount_remaining'
  | 'attempt_count'
  | 'billing_reason'
  | 'currency'
  | 'description'
  | 'hosted_invoice_url'
  | 'invoice_pdf'
  | 'next_payment_attempt'
  | 'number'
  | 'period_end'
  | 'period_start'
  | 'status'
  | 'subtotal'
  | 'total'
> & {
  customer: string;
  /** Null for one-time payments. */
  parent: { type: 'subscription_details'; quote_details: null; subscription_details: { subscription: string } } | null;
  /** Responses contain the payments only if the call expands them. */
  payments: List<InvoicePayment>;
};

export type InvoiceLine = Pick<
  Stripe.InvoiceLineItem,
  | 'id'
  | 'object'
  | 'amount'
  | 'currency'
  | 'description'
  | 'discountable'
  | 'discounts'
  | 'livemode'
  | 'metadata'
  | 'period'
  | 'quantity'
  | 'subtotal'
> & {
  invoice: string;
  /** Absent in lines that an earlier version stored without prices. */
  pricing?: {
    type: 'price_details';
    price_details: { price: string; product: string };
    unit_amount_decimal: string | null;
  };
  quantity_decimal?: string;
};

export type Meter = Pick<
  Stripe.Billing.Meter,
  | 'id'
  | 'object'
  | 'created'
  | 'customer_mapping'
  | 'default_aggregation'
  | 'display_name'
  | 'event_name'
  | 'event_time_window'
  | 'livemode'
  | 'status'
  | 'status_transitions'
  | 'updated'
  | 'value_settings'
>;

/** `payload`: the customer and the value, under the keys that the meter defines. */
export type MeterEvent = Pick<
  Stripe.Billing.MeterEvent,
  'object' | 'created' | 'event_name' | 'identifier' | 'livemode' | 'payload' | 'timestamp'
>;

export type PortalSession = Pick<
  Stripe.BillingPortal.Session,
  'id' | 'object' | 'created' | 'livemode' | 'return_url' | 'url'
> & { customer: string };

export type Event = Pick<
  Stripe.Event,
  'id' | 'object' | 'api_version' | 'created' | 'livemode' | 'pending_webhooks' | 'type'
> & { data: { object: object } };

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;
export const now = (): number => Math.floor(Date.now() / 1_000);
export const listOf = <Row>(url: string, data: Row[]): List<Row> => ({ object: 'list', url, has_more: false, data });
