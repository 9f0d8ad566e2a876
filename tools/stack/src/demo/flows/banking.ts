import type { Kind } from '../flow.ts';

export const banking: Kind = {
  type: 'banking',
  flows: [
    [
      {
        event: 'statement.requested',
        message: ({ bank, ending }) => `Statement of account ${ending} requested from ${bank}`,
        severity: 'DEBUG',
        failure: {
          code: 'CONSENT_EXPIRED',
          message: ({ bank, ending }) =>
            `${bank} refused access to account ${ending}: the consent has expired. Someone with access has to connect the account again.`,
        },
      },
      {
        event: 'statement.imported',
        message: ({ count, ending }) => `${count} transactions imported into account ${ending}`,
        failure: {
          code: 'BANK_TIMEOUT',
          message: ({ bank, milliseconds }) =>
            `${bank} did not answer within ${milliseconds + 30_000} ms; the import is tried again at the next full hour`,
          retryable: true,
        },
      },
      {
        event: 'reconciliation.completed',
        message: ({ count, amount }) => `${count} transactions matched, ${amount} reconciled`,
        failure: {
          code: 'BALANCE_MISMATCH',
          message: ({ amount, ending }) =>
            `Account ${ending} does not reconcile: the statement's closing balance differs from the books by ${amount}`,
        },
      },
    ],
    [
      {
        event: 'payment.submitted',
        message: ({ amount, partner }) => `Payment of ${amount} to ${partner} submitted`,
        failure: {
          code: 'LIMIT_EXCEEDED',
          message: ({ amount, partner }) => `Payment of ${amount} to ${partner} exceeds the daily limit`,
        },
      },
      {
        event: 'payment.settled',
        message: ({ amount, partner }) => `Payment of ${amount} to ${partner} settled`,
        failure: {
          code: 'ACCOUNT_CLOSED',
          message: ({ amount, partner, ending }) =>
            `Payment of ${amount} to ${partner} was returned: account ${ending} is closed (return code R02)`,
        },
      },
    ],
  ],
};

export const deposits: Kind = {
  type: 'banking',
  flows: [
    [
      {
        event: 'deposit.announced',
        message: ({ amount, count }) => `Deposit of ${amount} from ${count} card payments announced`,
        failure: {
          code: 'BATCH_INCOMPLETE',
          message: ({ reference, count }) => `Batch ${reference} lacks ${count} payments that the terminal reported`,
          retryable: true,
        },
      },
      {
        event: 'deposit.matched',
        message: ({ amount, ending }) => `Deposit of ${amount} found in account ${ending}`,
        failure: {
          code: 'FEE_UNKNOWN',
          message: ({ amount }) => `A deposit is ${amount} short: the processor charged a fee that has no account yet`,
          severity: 'WARN',
        },
      },
    ],
  ],
};

export const cards: Kind = {
  type: 'cards',
  flows: [
    [
      {
        event: 'card.authorized',
        message: ({ amount, ending, partner }) => `${amount} at ${partner} on the card ending in ${ending}`,
        severity: 'DEBUG',
        failure: {
          code: 'CARD_DECLINED',
          message: ({ amount, ending, partner }) =>
            `${amount} at ${partner} declined: the card ending in ${ending} is over its limit`,
          severity: 'WARN',
        },
      },
      {
        event: 'receipt.matched',
        message: ({ amount, partner }) => `Receipt of ${partner} over ${amount} matched`,
        failure: {
          code: 'RECEIPT_MISSING',
          message: ({ amount, partner, ending }) =>
            `No receipt for ${amount} at ${partner} after 14 days; the holder of card ${ending} was reminded`,
        },
      },
    ],
    [
      {
        event: 'statement.imported',
        message: ({ count, ending }) => `${count} charges of the card ending in ${ending} imported`,
        failure: {
          code: 'FEED_DISCONNECTED',
          message: ({ bank, ending }) => `${bank} has disconnected the feed of the card ending in ${ending}`,
        },
      },
    ],
  ],
};
