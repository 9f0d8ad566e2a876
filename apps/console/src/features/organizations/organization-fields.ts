import { OrganizationCreate, type Organization } from '@portico/contracts/http/orgs';
import type { FormValues } from '@portico/ui';
import { z } from 'zod';

export const ZIP_LENGTH = 5;

/** An organization as its form holds it: the contract's, with a zip code that is typed as text and sent as a number. */
export const OrganizationFields = OrganizationCreate.extend({
  zipCode: z
    .string()
    .trim()
    .regex(/^\d*$/, 'Zip code should be a number')
    .max(ZIP_LENGTH)
    .transform((zip) => (zip === '' ? null : Number(zip))),
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

/** What a form begins with; its leading zeros come back to a zip code. */
export const fieldsOf = (organization: Organization | undefined): FormValues<typeof OrganizationFields> =>
  organization
    ? {
        ...organization,
        zipCode: organization.zipCode === null ? '' : String(organization.zipCode).padStart(ZIP_LENGTH, '0'),
      }
    : NEW;
