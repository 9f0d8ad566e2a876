import { IntegrationCreate, lambdaFaults, type Integration } from '@portico/contracts/http/integrations';
import type { FormValues } from '@portico/ui';
import { z } from 'zod/mini';

/** An integration as its form holds it: the contract's, with what a lambda must name. */
export const IntegrationFields = IntegrationCreate.check(
  z.superRefine((fields, context) => {
    for (const { pointer, message } of lambdaFaults(fields))
      context.addIssue({ code: 'custom', path: [pointer.slice(1)], message });
  }),
);

const NEW: FormValues<typeof IntegrationFields> = {
  name: '',
  displayName: null,
  externalRefId: null,
  description: null,
  instanceUrl: null,
  active: true,
  integrationType: 'other',
  accountId: null,
  region: null,
  organizationId: null,
};

/** What a form begins with. */
export const fieldsOf = (integration: Integration | undefined): FormValues<typeof IntegrationFields> =>
  integration ?? NEW;
