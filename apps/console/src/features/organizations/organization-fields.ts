import { OrganizationCreate, type Organization } from '@portico/contracts/http/orgs';
import type { FormValues } from '@portico/ui';
import { z } from 'zod/mini';
import { toZipText, ZipText } from '../../shared/forms/zip-code.ts';

/** An organization as its form holds it: the contract's, with a zip code as text. */
export const OrganizationFields = z.extend(OrganizationCreate, {
  zipCode: ZipText,
});
export type OrganizationFields = z.infer<typeof OrganizationFields>;

const NEW: FormValues<typeof OrganizationFields> = {
  name: '',
  billingEmail: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  zipCode: '',
  country: null,
  referenceId: null,
};

/** What a form begins with. */
export const fieldsOf = (organization: Organization | undefined): FormValues<typeof OrganizationFields> =>
  organization ? { ...organization, zipCode: toZipText(organization.zipCode) } : NEW;
