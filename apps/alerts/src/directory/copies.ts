import { userChanged } from '@portico/contracts/events/identity';
import { integrationChanged } from '@portico/contracts/events/integrations';
import { copyOf, copyOfOrganizations } from '@portico/messaging';

export const organizationsCopy = copyOfOrganizations();

export const integrationsCopy = copyOf(integrationChanged, {
  table: 'integrations',
  key: 'id',
  identify: ({ id }) => String(id),
  columns: {
    name: ({ name }) => name,
    active: ({ active }) => active,
    organization_id: ({ organizationId }) => organizationId,
    episodes_by_subject: ({ episodesBySubject }) => episodesBySubject ?? false,
    deleted_at: ({ deletedAt }) => deletedAt,
  },
});

export const usersCopy = copyOf(userChanged, {
  table: 'users',
  key: 'id',
  identify: ({ id }) => String(id),
  columns: {
    name: ({ name }) => name,
    email: ({ email }) => email,
    usertype: ({ usertype }) => usertype,
    access_version: ({ accessVersion }) => accessVersion,
    deleted_at: ({ deletedAt }) => deletedAt,
  },
});
