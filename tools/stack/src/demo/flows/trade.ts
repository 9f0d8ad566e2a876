import type { Kind } from '../flow.ts';

export const invoicing: Kind = {
  type: 'invoicing',
  flows: [
    [
      {
        event: 'invoice.created',
        message: ({ reference, partner, amount }) => `Invoice ${reference} to ${partner} over ${amount} created`,
        failure: {
          code: 'CUSTOMER_INCOMPLETE',
          message: ({ partner, reference }) =>
            `Invoice ${reference} was not created: ${partner} has no billing address`,
        },
      },
      {
        event: 'invoice.sent',
        message: ({ reference, partner }) => `Invoice ${reference} sent to ${partner}`,
        failure: {
          code: 'MAIL_BOUNCED',
          message: ({ reference, partner }) =>
            `Invoice ${reference} came back: the mail server of ${partner} does not know the address`,
          severity: 'WARN',
        },
      },
      {
        event: 'invoice.paid',
        message: ({ reference, amount }) => `Invoice ${reference} paid, ${amount}`,
        failure: {
          code: 'UNDERPAID',
          message: ({ reference, amount }) => `Invoice ${reference} was paid in part; ${amount} is still open`,
        },
      },
    ],
    [
      {
        event: 'creditnote.issued',
        message: ({ reference, partner, amount }) => `Credit note ${reference} over ${amount} issued to ${partner}`,
        failure: {
          code: 'INVOICE_CLOSED',
          message: ({ reference }) => `Credit note ${reference} was not issued: the period of its invoice is closed`,
        },
      },
    ],
  ],
};

export const inventory: Kind = {
  type: 'inventory',
  flows: [
    [
      {
        event: 'scan.received',
        message: ({ count, reference }) => `${count} items of order ${reference} scanned`,
        severity: 'DEBUG',
        failure: {
          code: 'BARCODE_UNKNOWN',
          message: ({ reference, ending }) => `Barcode 4006381${reference}${ending.slice(2)} is not in the item list`,
          severity: 'WARN',
        },
      },
      {
        event: 'stock.adjusted',
        message: ({ count, amount }) => `Stock adjusted by ${count} items worth ${amount}`,
        failure: {
          code: 'NEGATIVE_STOCK',
          message: ({ count, reference }) =>
            `Stock of item ${reference} would fall to -${count}; the adjustment was not posted`,
        },
      },
      {
        event: 'purchase.received',
        message: ({ reference, partner }) => `Purchase order ${reference} from ${partner} received in full`,
        failure: {
          code: 'QUANTITY_MISMATCH',
          message: ({ reference, partner, count }) =>
            `Purchase order ${reference} from ${partner} is ${count} items short`,
        },
      },
    ],
  ],
};

export const tax: Kind = {
  type: 'tax',
  flows: [
    [
      {
        event: 'filing.prepared',
        message: ({ reference, amount }) => `Filing ${reference} prepared, ${amount} due`,
        failure: {
          code: 'VOUCHER_MISSING',
          message: ({ count, reference }) => `Filing ${reference} lacks ${count} vouchers`,
        },
      },
      {
        event: 'filing.submitted',
        message: ({ reference }) => `Filing ${reference} submitted and accepted`,
        failure: {
          code: 'SCHEMA_REJECTED',
          message: ({ reference }) =>
            `The authority rejected filing ${reference}.\nLine 14: the total of taxable removals does not equal the sum of its parts.\nCorrect the line and submit the filing again before the due date.`,
          severity: 'FATAL',
        },
      },
    ],
  ],
};

export const claims: Kind = {
  type: 'claims',
  flows: [
    [
      {
        event: 'claim.submitted',
        message: ({ reference, amount }) => `Claim ${reference} over ${amount} submitted`,
        failure: {
          code: 'CODE_INVALID',
          message: ({ reference }) => `Claim ${reference} was not accepted: a procedure code has expired`,
        },
      },
      {
        event: 'claim.adjudicated',
        message: ({ reference, amount }) => `Claim ${reference} approved, ${amount} will be paid`,
        failure: {
          code: 'COVERAGE_ENDED',
          message: ({ reference }) => `Claim ${reference} was denied: the coverage had ended before the day of service`,
        },
      },
      {
        event: 'remittance.posted',
        message: ({ amount, count }) => `Remittance of ${amount} posted to ${count} claims`,
        failure: {
          code: 'REMITTANCE_UNMATCHED',
          message: ({ amount, count }) => `Remittance of ${amount} names ${count} claims that are not open`,
        },
      },
    ],
  ],
};
