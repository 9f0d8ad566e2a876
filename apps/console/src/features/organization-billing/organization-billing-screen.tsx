import { useQuery } from '@tanstack/react-query';
import { CreditCard, ExternalLink, Gauge, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import type { OrganizationBilling, BilledInvoice } from '@portico/contracts/http/organization-billing';
import { Badge, Button, Columns, EmptyState, Icon, Note, Row, SectionHeader, Stack } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { LoadState } from '../../shared/messages/load-failure.tsx';
import { useCustomerPortal } from '../../shared/purchases/customer-portal.ts';
import { EntitlementList } from '../../shared/purchases/entitlement-list.tsx';
import { grantsQuery } from '../../shared/purchases/grants.queries.ts';
import { leaveFor } from '../../shared/purchases/leave-for.ts';
import { absenceOf, organizationBillingQuery } from './organization-billing.queries.ts';
import { InvoicedUsage } from './invoiced-usage.tsx';
import * as styles from './organization-billing.css.ts';
import { PaymentDue } from './payment-due.tsx';
import { SubscriptionList } from './subscription-list.tsx';
import { money } from '../../shared/purchases/money.ts';
import { day, INVOICE_STATUS } from './words.ts';

const InvoiceList = ({ organizationId, invoices }: { organizationId: number; invoices: readonly BilledInvoice[] }) => (
  <ul className={styles.list} aria-label="Invoices">
    {invoices.map(({ id, number, createdAt, status, currency, total, pageUrl, pdfUrl, usage }) => {
      const { text, tone } = INVOICE_STATUS[status];
      const name = `invoice ${number ?? `of ${day(createdAt)}`}`;
      return (
        <li key={id} className={styles.invoice}>
          <div>
            <p className={styles.name}>{day(createdAt)}</p>
            {number !== null && <p className={styles.detail}>{number}</p>}
            {usage.length > 0 && <InvoicedUsage organizationId={organizationId} lines={usage} />}
          </div>
          <p className={styles.amount}>{money(total, currency)}</p>
          <p>
            <Badge tone={tone}>{text}</Badge>
          </p>
          <p className={styles.links}>
            {pageUrl !== null && (
              <a className={styles.link} href={pageUrl} target="_blank" rel="noreferrer" aria-label={`View ${name}`}>
                View
              </a>
            )}
            {pdfUrl !== null && (
              <a className={styles.link} href={pdfUrl} rel="noreferrer" aria-label={`PDF of ${name}`}>
                PDF
              </a>
            )}
          </p>
        </li>
      );
    })}
  </ul>
);

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id}>
    <Stack>
      <SectionHeader id={id} heading={title} />
      {children}
    </Stack>
  </section>
);

/** An organization's entitlements. Portico stores them, so they appear even while the payment provider is unavailable. */
const Entitlements = ({ organizationId }: { organizationId: number }) => {
  const api = useApi();
  const query = useQuery(grantsQuery(api, organizationId));
  const { data } = query;
  if (!data) return <LoadState title="Entitlements could not be loaded" query={query} height="8rem" />;
  const { organizationEntitlements: entitlements } = data;
  if (entitlements.length === 0)
    return (
      <EmptyState isFramed icon={Gauge} title="No entitlements yet" text="Entitlements that you buy appear here." />
    );
  return <EntitlementList label="Entitlements" {...{ organizationId, entitlements }} />;
};

const BillingContent = ({ organization, subscriptions, invoices, hasMore }: OrganizationBilling) => (
  <>
    <Section id="billing-subscriptions" title="Subscriptions">
      {subscriptions.length > 0 ? (
        <SubscriptionList subscriptions={subscriptions} />
      ) : (
        <EmptyState isFramed icon={CreditCard} title="No subscription" text="You will not be charged automatically." />
      )}
    </Section>
    <Section id="billing-invoices" title="Invoices">
      {invoices.length > 0 ? (
        <InvoiceList organizationId={organization.id} invoices={invoices} />
      ) : (
        <EmptyState isFramed icon={ReceiptText} title="No invoices yet" />
      )}
      {hasMore && <Note>These are the newest invoices. The customer portal has all invoices.</Note>}
    </Section>
  </>
);

type OrganizationBillingScreenProps = {
  organizationId: number;
  /** The link to the products, shown while the organization has no Stripe customer. */
  toProducts: ReactNode;
};

/** An organization's billing, for its managers. On the payment provider's pages, managers change the card, see all invoices or cancel. */
export const OrganizationBillingScreen = ({ organizationId, toProducts }: OrganizationBillingScreenProps) => {
  const api = useApi();
  const query = useQuery(organizationBillingQuery(api, organizationId));
  const portal = useCustomerPortal();
  const { data } = query;
  const absent = data ? null : absenceOf(query.error);
  if (absent === 'role')
    return (
      <EmptyState
        isFramed
        level={2}
        icon={CreditCard}
        title="Only managers can see billing"
        text="Ask a manager of your organization for help, or ask to become a manager."
      />
    );
  if (absent === 'customer')
    return (
      <EmptyState
        isFramed
        level={2}
        icon={CreditCard}
        title="Stripe customer not found"
        text="Your organization does not have a Stripe account"
      >
        {toProducts}
      </EmptyState>
    );
  const manage = data && (
    <Button
      isLoading={portal.isPending}
      onPress={() => portal.mutate(data.customerId, { onSuccess: ({ url }) => leaveFor(url) })}
    >
      Customer portal
      <Icon of={ExternalLink} size="sm" />
    </Button>
  );
  return (
    <Stack gap={5}>
      <Row justify="between">
        <Note>Change your card, cancel, or see all invoices in the customer portal.</Note>
        {manage}
      </Row>
      {data?.subscriptions
        .filter(({ status }) => status === 'past_due' || status === 'unpaid')
        .map((subscription) => (
          <PaymentDue key={subscription.id} subscription={subscription} />
        ))}
      <Columns gap={6}>
        <Stack gap={6}>
          {data ? (
            <BillingContent {...data} />
          ) : (
            <LoadState title="Billing could not be loaded" query={query} height="12rem" />
          )}
        </Stack>
        <Section id="billing-entitlements" title="Entitlements">
          <Entitlements organizationId={organizationId} />
        </Section>
      </Columns>
    </Stack>
  );
};
