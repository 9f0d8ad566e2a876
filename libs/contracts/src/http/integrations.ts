import { z } from 'zod/mini';
import { Name, emptyAsNull, text } from '../common/fields.ts';
import { Id, IdParams } from '../common/ids.ts';
import { ListQuery, page } from '../common/page.ts';
import type { Fault } from '../common/problem.ts';
import { Quota, Trust } from '../common/trust.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';
import { OrganizationSummary } from './memberships.ts';

export const INTEGRATION_TYPES = ['lambda', 'other'] as const;
export const IntegrationType = z.enum(INTEGRATION_TYPES);
export type IntegrationType = z.infer<typeof IntegrationType>;

export const Integration = z.object({
  id: Id,
  name: z.string(),
  displayName: z.nullable(z.string()),
  externalRefId: z.nullable(z.string()),
  description: z.nullable(z.string()),
  instanceUrl: z.nullable(z.string()),
  active: z.boolean(),
  integrationType: IntegrationType,
  accountId: z.nullable(z.string()),
  region: z.nullable(z.string()),
  /** Null without an organization, or while the integrations service has not received the organization's name. */
  organization: z.nullable(OrganizationSummary),
  organizationId: z.nullable(Id),
  trust: Trust,
  quota: Quota,
  createdAt: z.string(),
});
export type Integration = z.infer<typeof Integration>;

const fields = z.object({
  name: Name,
  displayName: text(200),
  externalRefId: text(200),
  description: text(2_000),
  instanceUrl: emptyAsNull(z.url('Instance URL should be a valid URL').check(z.maxLength(2_000))),
  active: z.optional(z.boolean()),
  integrationType: z.optional(IntegrationType),
  accountId: text(12),
  region: text(40),
  organizationId: z.nullish(Id),
  quota: z.optional(Quota),
});

export const IntegrationCreate = fields;
export type IntegrationCreate = z.infer<typeof IntegrationCreate>;
export const IntegrationUpdate = z.partial(fields);
export type IntegrationUpdate = z.infer<typeof IntegrationUpdate>;

/** Faults of a lambda integration, which requires an account (12 digits) and the region of its function. */
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
  audit: READS_SETTINGS,
  summary: 'List integrations by name',
  query: ListQuery,
  response: page(Integration),
});
export const getIntegration = endpoint({
  method: 'GET',
  path: '/integrations/{id}',
  audit: READS_SETTINGS,
  summary: 'Get an integration',
  params: IdParams,
  response: Integration,
});
export const createIntegration = endpoint({
  method: 'POST',
  path: '/integrations',
  audit: { action: 'integration.create' },
  summary: 'Create an integration; its name is unique in its organization',
  body: IntegrationCreate,
  created: true,
  response: Integration,
});
export const updateIntegration = endpoint({
  method: 'PATCH',
  path: '/integrations/{id}',
  audit: { action: 'integration.update' },
  summary: 'Change an integration; absent fields stay unchanged; an empty instanceUrl becomes null',
  params: IdParams,
  body: IntegrationUpdate,
  response: Integration,
});
export const deleteIntegration = endpoint({
  method: 'DELETE',
  path: '/integrations/{id}',
  audit: { action: 'integration.delete' },
  summary: 'Delete an integration; its past events stay readable',
  params: IdParams,
  response: z.void(),
});
