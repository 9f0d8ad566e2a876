import { z } from 'zod/mini';
import { Id, IdParams } from '../common/ids.ts';
import { page, Paging } from '../common/page.ts';
import { Quota, Trust } from '../common/trust.ts';
import { endpoint, READS_SETTINGS } from './endpoint.ts';
import { OrganizationSummary } from './memberships.ts';

/** Rights that permit a user to connect an integration. */
export const CONNECT_RIGHTS = ['admin', 'manager', 'publisher'] as const;

/** An integration that the caller connects. */
export const ConnectedIntegration = z.object({
  id: Id,
  name: z.string(),
  active: z.boolean(),
  organization: z.nullable(OrganizationSummary),
  right: z.enum(CONNECT_RIGHTS),
});
export type ConnectedIntegration = z.infer<typeof ConnectedIntegration>;

/** An integration as members of its organization see it. `right` is null if the member may not connect it. */
export const OrganizationIntegration = z.extend(z.pick(ConnectedIntegration, { id: true, name: true, active: true }), {
  right: z.nullable(z.enum(CONNECT_RIGHTS)),
});
export type OrganizationIntegration = z.infer<typeof OrganizationIntegration>;

/**
 * Everything needed to connect an integration. `ownTopic`, `testTopic`: null until requested. `brokers`: addresses (`host:port`) of the
 * Kafka brokers for publishers, separated by commas. `security`: how clients authenticate to Kafka.
 */
export const Connect = z.extend(ConnectedIntegration, {
  trust: Trust,
  quota: Quota,
  ingestUrl: z.string(),
  tokenUrl: z.string(),
  kafka: z.object({
    brokers: z.string(),
    sharedTopic: z.string(),
    ownTopic: z.nullable(z.string()),
    testTopic: z.nullable(z.string()),
    protocol: z.enum(['SASL_PLAINTEXT', 'SASL_SSL']),
    mechanisms: z.array(z.enum(['PLAIN', 'OAUTHBEARER'])),
  }),
});
export type Connect = z.infer<typeof Connect>;

export const TrustChange = z.object({ trust: Trust });
export type TrustChange = z.infer<typeof TrustChange>;

/** Whether each subject of an integration has its own failure episodes. */
export const EpisodesChange = z.object({ bySubject: z.boolean() });
export type EpisodesChange = z.infer<typeof EpisodesChange>;

export const listConnected = endpoint({
  method: 'GET',
  path: '/integrations/connected',
  audit: READS_SETTINGS,
  summary: 'List integrations by name that the caller publishes for, or whose organization the caller manages',
  response: page(ConnectedIntegration),
});
export const listOfOrganization = endpoint({
  method: 'GET',
  path: '/integrations/organizations/{id}',
  audit: READS_SETTINGS,
  summary: 'List the integrations of an organization by name; for its members and administrators',
  params: IdParams,
  query: Paging,
  response: page(OrganizationIntegration),
});
export const getConnect = endpoint({
  method: 'GET',
  path: '/integrations/{id}/connect',
  audit: READS_SETTINGS,
  summary: 'Get how to connect an integration; for its publishers, managers of its organization and administrators',
  params: IdParams,
  response: Connect,
});
export const changeTrust = endpoint({
  method: 'PUT',
  path: '/integrations/{id}/trust',
  audit: { action: 'integration.trust' },
  summary: 'Set how Portico treats the events of an integration on the shared topic',
  params: IdParams,
  body: TrustChange,
  response: Connect,
});
export const changeEpisodes = endpoint({
  method: 'PUT',
  path: '/integrations/{id}/episodes',
  audit: { action: 'integration.episodes' },
  summary: 'Set whether each subject of an integration has its own failure episodes; a change closes the open episodes',
  params: IdParams,
  body: EpisodesChange,
  response: EpisodesChange,
});
export const openDoor = endpoint({
  method: 'PUT',
  path: '/integrations/{id}/door',
  audit: { action: 'integration.door' },
  summary: 'Create a Kafka topic for an integration; the topic exists within seconds',
  params: IdParams,
  response: Connect,
});
