import { ApiError } from '@portico/api-client';
import type { Organization } from '@portico/contracts/http/orgs';
import { Button, Form, FormActions, FormRow, SubmitButton, TextField } from '@portico/ui';
import { fieldsOf, OrganizationFields, ZIP_LENGTH } from './organization-fields.ts';

export type OrganizationFormProps = {
  /** Accessible name of the form. */
  label: string;
  /** Which one it changes; a new one when absent. */
  organization?: Organization;
  submitText: string;
  /** Of an organization that exists, only what was changed. Rejects when it is refused. */
  onSubmit: (values: OrganizationFields, changed: Partial<OrganizationFields>) => Promise<unknown>;
  onCancel: () => void;
};

/** The toast shows the failure; fields show their own faults. */
const explain = (error: unknown) => ({
  text: '',
  faults: error instanceof ApiError ? error.problem.faults : undefined,
});
const unchangeable = () => undefined;

/** Everything about one organization. The payment provider's customer id is shown, and never sent. */
export const OrganizationForm = (props: OrganizationFormProps) => {
  const { label, organization, submitText, onSubmit, onCancel } = props;
  return (
    <Form
      aria-label={label}
      schema={OrganizationFields}
      defaultValues={fieldsOf(organization)}
      explain={explain}
      onSubmit={(values, { changed }) => onSubmit(values, changed(values))}
    >
      {({ field, isChanged }) => (
        <>
          <TextField {...field('name')} label="Name" maxLength={200} isRequired />
          <TextField {...field('billingEmail', { emptyAs: null })} label="Billing email" type="email" maxLength={320} />
          <TextField {...field('addressLine1', { emptyAs: null })} label="Address line 1" maxLength={200} />
          <TextField {...field('addressLine2', { emptyAs: null })} label="Address line 2" maxLength={200} />
          <TextField {...field('city', { emptyAs: null })} label="City" maxLength={100} />
          <FormRow>
            <TextField {...field('state', { emptyAs: null })} label="State" maxLength={2} />
            <TextField {...field('zipCode')} label="Zip code" inputMode="numeric" maxLength={ZIP_LENGTH} />
            <TextField {...field('country', { emptyAs: null })} label="Country" maxLength={3} />
          </FormRow>
          <TextField {...field('referenceId', { emptyAs: null })} label="Reference ID" maxLength={200} />
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
          <FormActions>
            <Button variant="secondary" onPress={onCancel}>
              Cancel
            </Button>
            <SubmitButton isDisabled={organization !== undefined && !isChanged}>{submitText}</SubmitButton>
          </FormActions>
        </>
      )}
    </Form>
  );
};
