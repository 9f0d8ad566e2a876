import type { IntegrationCreate } from '@portico/contracts/http/integrations';
import type { OrganizationCreate } from '@portico/contracts/http/orgs';
import { banking, cards, deposits } from './flows/banking.ts';
import { payroll, timesheets } from './flows/payroll.ts';
import { claims, inventory, invoicing, tax } from './flows/trade.ts';
import type { Kind } from './flow.ts';

type DemoIntegration = Omit<IntegrationCreate, 'organizationId'> & { kind: Kind };
export type DemoOrganization = { profile: OrganizationCreate; integrations: readonly DemoIntegration[] };

const integration = (
  name: string,
  displayName: string,
  kind: Kind,
  description: string,
  more: Partial<DemoIntegration> = {},
): DemoIntegration => ({ name, displayName, description, kind, ...more });

const lambda = (region: string): Partial<DemoIntegration> => ({
  integrationType: 'lambda',
  accountId: '210987654321',
  region,
});

const us = { country: 'USA' };

/** The organization that the demo client creates. */
export const CLIENT_ORGANIZATION: DemoOrganization = {
  profile: {
    ...us,
    name: 'Larkspur Bakery',
    addressLine1: '48 Mill Street',
    city: 'Portland',
    state: 'OR',
    zipCode: 97_205,
    billingEmail: 'books@larkspur.test',
  },
  integrations: [
    integration('payroll', 'Payroll', payroll, 'Pay runs and employee records', lambda('us-east-1')),
    integration('banking', 'Banking', banking, 'Statements, reconciliation and payments', {
      instanceUrl: 'https://banking.larkspur.test',
    }),
    integration('invoicing', 'Invoicing', invoicing, 'Invoices to shops and cafés, and their payments'),
  ],
};

/** Organizations of other customers. The super admin creates them. */
export const ORGANIZATIONS: readonly DemoOrganization[] = [
  {
    profile: {
      ...us,
      name: 'Harbor & Finch Architects',
      city: 'Boston',
      state: 'MA',
      zipCode: 2_110,
      billingEmail: 'accounts@harborfinch.test',
    },
    integrations: [
      integration('time-billing', 'Time billing', timesheets, 'Hours from projects to invoices', lambda('us-east-2')),
      integration('expense-cards', 'Expense cards', cards, 'Company cards and their receipts'),
    ],
  },
  {
    profile: {
      ...us,
      name: 'Meridian Freight',
      city: 'Omaha',
      state: 'NE',
      zipCode: 68_102,
      billingEmail: 'finance@meridian.test',
    },
    integrations: [
      integration('driver-wages', 'Driver wages', payroll, 'Weekly wages by miles driven', lambda('us-west-2')),
      integration('fuel-cards', 'Fuel cards', cards, 'Fuel charges by truck'),
    ],
  },
  {
    profile: {
      ...us,
      name: 'Tallgrass Dental Group',
      city: 'Wichita',
      state: 'KS',
      zipCode: 67_202,
      billingEmail: 'office@tallgrass.test',
    },
    integrations: [
      integration('insurance-claims', 'Insurance claims', claims, 'Claims and remittances'),
      integration('merchant-deposits', 'Merchant deposits', deposits, 'Card payments at the front desk'),
    ],
  },
  {
    profile: {
      ...us,
      name: 'Copperline Brewing',
      city: 'Asheville',
      state: 'NC',
      zipCode: 28_801,
      billingEmail: 'ledger@copperline.test',
    },
    integrations: [
      integration('warehouse-scans', 'Warehouse scans', inventory, 'Bar-coded stock and purchases', {
        instanceUrl: 'https://scan.copperline.test',
      }),
      integration('excise-tax', 'Excise tax', tax, 'Monthly excise filings', lambda('us-east-1')),
    ],
  },
];

const ALL = [CLIENT_ORGANIZATION, ...ORGANIZATIONS].flatMap(({ integrations }) => integrations);

export const DEMO_INTEGRATIONS: readonly string[] = ALL.map(({ name }) => name);

export const kindOf = (name: string): Kind | undefined => ALL.find((candidate) => candidate.name === name)?.kind;
