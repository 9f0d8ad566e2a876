import { copiesConsumer, copyOfOrganizations, membershipsCopy } from '@portico/messaging';

export const organizationsCopy = copyOfOrganizations();

export const OrganizationsConsumer = copiesConsumer(organizationsCopy, membershipsCopy);
