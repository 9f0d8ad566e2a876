import { integrationChanged } from '@portico/contracts/events/integrations';
import { copyOf, copyOfMemberships, copyOfOrganizations, copyOfUsers } from '@portico/messaging';
import { settleResponsible } from '../responsible/settle.ts';

/** Copies organizations. When an organization is deleted, its channels and rules lose their responsible person. */
export const organizationsCopy = copyOfOrganizations(async (em, { id }, write) => {
  if (await write()) await settleResponsible(em, { organizationId: id });
});

/** Copies memberships. The same transaction ends the responsibilities of a member who loses the manager role. */
export const membershipsCopy = copyOfMemberships(async (em, { userId }, write) => {
  if (await write()) await settleResponsible(em, { userId });
});

export const integrationsCopy = copyOf(integrationChanged, {
  table: 'integrations',
  columns: {
    name: ({ name }) => name,
    active: ({ active }) => active,
    organization_id: ({ organizationId }) => organizationId,
    episodes_by_subject: ({ episodesBySubject }) => episodesBySubject ?? false,
    deleted_at: ({ deletedAt }) => deletedAt,
  },
});

export const usersCopy = copyOfUsers(
  async (em, { id }, write) => {
    if (await write()) await settleResponsible(em, { userId: id });
  },
  { access_version: ({ accessVersion }) => accessVersion },
);
