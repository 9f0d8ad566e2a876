import { z } from 'zod/mini';
import { Id, IdText } from '../common/ids.ts';
import { page } from '../common/page.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';

/** Kinds of things that a person may be responsible for. */
export const RESPONSIBILITY_KINDS = ['channel', 'rule', 'key', 'view'] as const;

/** A row that becomes inactive when its responsible person loses the right to it. `integrationId`: only for keys. */
export const Responsibility = z.object({
  kind: z.enum(RESPONSIBILITY_KINDS),
  id: Id,
  name: z.string(),
  organizationId: z.nullable(Id),
  organization: z.nullable(z.string()),
  integrationId: z.nullable(Id),
});
export type Responsibility = z.infer<typeof Responsibility>;

export const ResponsibilityParams = z.object({ userId: IdText });
export type ResponsibilityParams = z.infer<typeof ResponsibilityParams>;
/** Filters responsibilities. An absent field does not filter. */
export const ResponsibilityQuery = z.object({
  organization: z.optional(IdText),
  integration: z.optional(IdText),
});
export type ResponsibilityQuery = z.infer<typeof ResponsibilityQuery>;

const answer = { params: ResponsibilityParams, query: ResponsibilityQuery, response: page(Responsibility) } as const;

export const listAlertResponsibilities = endpoint({
  method: 'GET',
  path: '/channels/responsible/{userId}',
  audit: READS_SETTINGS,
  summary: 'List the channels and rules of a responsible person that the caller may take over',
  ...answer,
});
export const listKeyResponsibilities = endpoint({
  method: 'GET',
  path: '/integrations/responsible/{userId}',
  audit: READS_SETTINGS,
  summary: 'List the valid keys of a responsible person that the caller may take over',
  ...answer,
});
export const listViewResponsibilities = endpoint({
  method: 'GET',
  path: '/views/responsible/{userId}',
  audit: READS_SETTINGS,
  summary: 'List the shared views of a responsible person that the caller may take over',
  ...answer,
});
