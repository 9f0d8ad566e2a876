import { z } from 'zod/mini';
import { MAX_AUDIT_DAYS, MIN_AUDIT_DAYS, type Organization, OrganizationCreate } from '@portico/contracts/http/orgs';
import { Form, FormActions, NumberField, SubmitButton, TextField, type FormValues } from '@portico/ui';
import { AddressRows } from '../../shared/forms/address-rows.tsx';
import { explain } from '../../shared/forms/explain.ts';
import { toZipText, ZipText } from '../../shared/forms/zip-code.ts';

/** The contract's schema, with a zip code as text. */
const OrganizationFields = z.extend(OrganizationCreate, { zipCode: ZipText });
type OrganizationFields = z.infer<typeof OrganizationFields>;

const NEW_ORGANIZATION: FormValues<typeof OrganizationFields> = {
  name: '',
  billingEmail: null,
  addressLine1: null,
  addressLine2: null,
  city: null,
  state: null,
  zipCode: '',
  country: null,
  referenceId: null,
  timeZone: null,
  auditDays: null,
};

type OrganizationFormProps = {
  /** Accessible name of the form. */
  label: string;
  /** The organization to edit; absent to create an organization. */
  organization?: Organization;
  submitText: string;
  /** Disables the reference and the retention of audit entries, which only administrators may change. */
  isReferenceFixed?: boolean;
  /** For an existing organization, `changed` contains only the changed fields. Rejects if the server rejects the request. */
  onSubmit: (values: OrganizationFields, changed: Partial<OrganizationFields>) => Promise<unknown>;
  onCancel: () => void;
};

const unchangeable = () => undefined;

/** The form shows the payment provider's customer id, but never sends it. */
export const OrganizationForm = (props: OrganizationFormProps) => {
  const { label, organization, submitText, isReferenceFixed = false, onSubmit, onCancel } = props;
  return (
    <Form
      aria-label={label}
      schema={OrganizationFields}
      defaultValues={organization ? { ...organization, zipCode: toZipText(organization.zipCode) } : NEW_ORGANIZATION}
      explain={explain}
      onSubmit={(values, { changed }) => onSubmit(values, changed(values))}
    >
      {({ field, isChanged }) => (
        <>
          <TextField {...field('name')} label="Name" maxLength={200} isRequired />
          <TextField {...field('billingEmail', { emptyAs: null })} label="Billing email" type="email" maxLength={320} />
          <AddressRows field={field} />
          <TextField
            {...field('timeZone', { emptyAs: null })}
            label="Time zone"
            description="Usage is counted by month in this time zone, for example Europe/Berlin. Default: UTC. A change applies from the next month."
            maxLength={100}
            spellCheck="false"
          />
          <NumberField
            {...field('auditDays')}
            label="Days to keep audit entries"
            description={`Between ${MIN_AUDIT_DAYS} and ${MAX_AUDIT_DAYS.toLocaleString('en')}. Leave empty for 400. Changes apply to later entries.`}
            minValue={MIN_AUDIT_DAYS}
            maxValue={MAX_AUDIT_DAYS}
            isReadOnly={isReferenceFixed}
          />
          <TextField
            {...field('referenceId', { emptyAs: null })}
            label="Reference ID"
            maxLength={200}
            isReadOnly={isReferenceFixed}
          />
          {organization && (
            <TextField
              label="Stripe customer ID"
              value={organization.customerId}
              onChange={unchangeable}
              placeholder="None yet"
              description="Assigned by Stripe at the first checkout."
              isReadOnly
            />
          )}
          <FormActions onCancel={onCancel}>
            <SubmitButton isDisabled={organization !== undefined && !isChanged}>{submitText}</SubmitButton>
          </FormActions>
        </>
      )}
    </Form>
  );
};
