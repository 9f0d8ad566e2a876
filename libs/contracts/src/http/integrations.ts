import { z } from 'zod';
import { Name, text } from '../common/fields.ts';
import { Id, IdParams } from '../common/ids.ts';
import { ListQuery, page } from '../common/page.ts';
import type { Fault } from '../common/problem.ts';
import { endpoint } from './endpoint.ts';

export const INTEGRATION_TYPES = ['lambda', 'other'] as const;
export const IntegrationType = z.enum(INTEGRATION_TYPES);
export type IntegrationType = z.infer<typeof IntegrationType>;

export const Integration = z.object({
  id: Id,
  name: z.string(),
  displayName: z.string().nullable(),
  externalRefId: z.string().nullable(),
  description: z.string().nullable(),
  instanceUrl: z.string().nullable(),
  active: z.boolean(),
  integrationType: IntegrationType,
  accountId: z.string().nullable(),
  region: z.string().nullable(),
  /** Null while unassigned, or until the organization's own event has arrived. */
  organization: z.object({ id: Id, name: z.string() }).nullable(),
  organizationId: Id.nullable(),
  createdAt: z.string(),
});
export type Integration = z.infer<typeof Integration>;

const fields = z.object({
  name: Name,
  displayName: text(200),
  externalRefId: text(200),
  description: text(2_000),
  instanceUrl: z.preprocess(
    (value) => (value === '' ? null : value),
    z.url('Instance URL should be a valid URL').max(2_000).nullish(),
  ),
  active: z.boolean().optional(),
  integrationType: IntegrationType.optional(),
  accountId: text(12),
  region: text(40),
  organizationId: Id.nullish(),
});

export const IntegrationCreate = fields;
export type IntegrationCreate = z.infer<typeof IntegrationCreate>;
export const IntegrationUpdate = fields.partial();
export type IntegrationUpdate = z.infer<typeof IntegrationUpdate>;

/** What an integration of type lambda must name: the account (12 digits) and the region in which its function runs. */
export const lambdaFaults = ({ integrationType, accountId, region }: IntegrationUpdate): Fault[] => {
  const faults: Fault[] = [];
  if (integrationType !== 'lambda') return faults;
  if (!/^\d{12}$/.test(accountId ?? ''))
    faults.push({ pointer: '/accountId', message: 'Account ID should be 12 digits' });
  if (!/^[a-z]{2}(-[a-z]+)+-\d$/.test(region ?? ''))
    faults.push({ pointer: '/region', message: 'Region should be like us-east-1' });
  return faults;
};

export const listIntegrations = endpoint({
  method: 'GET',
  path: '/integrations',
  summary: 'Integrations by name',
  query: ListQuery,
  response: page(Integration),
});
export const getIntegration = endpoint({
  method: 'GET',
  path: '/integrations/{id}',
  summary: 'One integration',
  params: IdParams,
  response: Integration,
});
export const createIntegration = endpoint({
  method: 'POST',
  path: '/integrations',
  summary: 'Create an integration; its name is unique in its organization',
  body: IntegrationCreate,
  created: true,
  response: Integration,
});
export const updateIntegration = endpoint({
  method: 'PATCH',
  path: '/integrations/{id}',
  summary: 'Change an integration; absent fields stay, an empty instanceUrl becomes null',
  params: IdParams,
  body: IntegrationUpdate,
  response: Integration,
});
export const deleteIntegration = endpoint({
  method: 'DELETE',
  path: '/integrations/{id}',
  summary: 'Delete an integration; its past events stay readable',
  params: IdParams,
  response: z.void(),
});
