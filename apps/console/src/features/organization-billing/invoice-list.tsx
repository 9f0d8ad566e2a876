import type { BilledInvoice } from '@portico/contracts/http/organization-billing';
import { Badge } from '@portico/ui';
import * as styles from './organization-billing.css.ts';
import { money } from './money.ts';
import { day, INVOICE_STATUS } from './words.ts';

/** The newest invoices, each with Stripe's page about it and its file. */
export const InvoiceList = ({ invoices }: { invoices: readonly BilledInvoice[] }) => (
  <ul className={styles.list} aria-label="Invoices">
    {invoices.map(({ id, number, createdAt, status, currency, total, pageUrl, pdfUrl }) => {
      const { text, tone } = INVOICE_STATUS[status];
      const name = `invoice ${number ?? `of ${day(createdAt)}`}`;
      return (
        <li key={id} className={styles.invoice}>
          <div>
            <p className={styles.name}>{day(createdAt)}</p>
            {number !== null && <p className={styles.detail}>{number}</p>}
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
