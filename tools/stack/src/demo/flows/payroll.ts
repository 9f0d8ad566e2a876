import type { Kind } from '../flow.ts';

export const payroll: Kind = {
  type: 'payroll',
  flows: [
    [
      {
        event: 'payrun.started',
        message: ({ reference, count }) => `Pay run ${reference} started for ${count} employees`,
        failure: {
          code: 'PERIOD_LOCKED',
          message: ({ reference }) => `Pay run ${reference} was not started: the pay period is locked by another run`,
        },
      },
      {
        event: 'payrun.calculated',
        message: ({ amount, count }) => `Gross pay of ${amount} calculated for ${count} employees`,
        failure: {
          code: 'TAX_TABLE_MISSING',
          message: ({ reference, count }) =>
            `Pay run ${reference} could not be calculated.\n${count} employees have a work location without a tax table for this year. Assign a tax location to each of them and start the run again.`,
        },
      },
      {
        event: 'payrun.completed',
        message: ({ amount, count }) => `Paid ${count} employees, ${amount} in total`,
        failure: {
          code: 'BANK_REJECTED_FILE',
          message: ({ bank, amount, ending }) =>
            `${bank} rejected the payment file over ${amount}.\nReason: the funding account ending in ${ending} has not enough cover. No employee was paid.`,
          severity: 'FATAL',
        },
      },
      {
        event: 'journal.posted',
        message: ({ reference, amount }) => `Journal of pay run ${reference} posted, ${amount}`,
        failure: {
          code: 'UNBALANCED_JOURNAL',
          message: ({ reference }) =>
            `The journal of pay run ${reference} does not balance: the employer tax line is missing`,
        },
      },
    ],
    [
      {
        event: 'employee.synced',
        message: ({ count }) => `${count} employee records are up to date`,
        severity: 'DEBUG',
        failure: {
          code: 'DUPLICATE_EMPLOYEE',
          message: ({ reference }) =>
            `Employee ${reference} exists twice with the same tax number; neither was changed`,
          severity: 'WARN',
        },
      },
    ],
  ],
};

export const timesheets: Kind = {
  type: 'timesheets',
  flows: [
    [
      {
        event: 'timesheets.imported',
        message: ({ count }) => `${count} timesheets imported`,
        failure: {
          code: 'PROJECT_NOT_FOUND',
          message: ({ count, reference }) =>
            `${count} timesheets were not imported: project ${reference} does not exist`,
        },
      },
      {
        event: 'timesheets.billed',
        message: ({ amount, partner }) => `${amount} of hours billed to ${partner}`,
        failure: {
          code: 'RATE_MISSING',
          message: ({ partner }) => `Hours for ${partner} could not be billed: there is no hourly rate in the contract`,
        },
      },
    ],
  ],
};
