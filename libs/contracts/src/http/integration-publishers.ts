import { z } from 'zod/mini';
import { Email } from '../common/fields.ts';
import { Id, IdParams, IdText } from '../common/ids.ts';
import { page } from '../common/page.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';

/** Maximum publishers per integration. */
export const MAX_PUBLISHERS = 50;

/** A publisher of an integration. `user`: null until a user signs in with this e-mail. */
export const Publisher = z.object({
  id: Id,
  email: z.string(),
  user: z.nullable(z.object({ id: Id, name: z.string() })),
  createdAt: z.string(),
});
export type Publisher = z.infer<typeof Publisher>;

export const PublisherName = z.object({ email: Email });
export type PublisherName = z.infer<typeof PublisherName>;

export const PublisherParams = z.extend(IdParams, { publisherId: IdText });
export type PublisherParams = z.infer<typeof PublisherParams>;

export const listPublishers = endpoint({
  method: 'GET',
  path: '/integrations/{id}/publishers',
  audit: READS_SETTINGS,
  summary: 'List the publishers of an integration; for managers of its organization and administrators',
  params: IdParams,
  response: page(Publisher),
});
export const namePublisher = endpoint({
  method: 'POST',
  path: '/integrations/{id}/publishers',
  audit: { action: 'publisher.create', targets: { integration: 'id' } },
  summary: 'Make the person with an e-mail address a publisher of an integration; no effect for an existing publisher',
  params: IdParams,
  body: PublisherName,
  created: true,
  response: Publisher,
});
export const removePublisher = endpoint({
  method: 'DELETE',
  path: '/integrations/{id}/publishers/{publisherId}',
  audit: { action: 'publisher.remove', targets: { integration: 'id', publisher: 'publisherId' } },
  summary: 'Remove a publisher from an integration',
  params: PublisherParams,
  response: z.void(),
});
