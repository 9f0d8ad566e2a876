import { z } from 'zod/mini';
import {
  INTEGRATION_TYPES,
  type Integration,
  IntegrationCreate,
  lambdaFaults,
} from '@portico/contracts/http/integrations';
import {
  Alert,
  Combobox,
  Form,
  FormActions,
  FormRow,
  Select,
  SubmitButton,
  Switch,
  TextArea,
  TextField,
  type FormValues,
} from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { explain } from '../../shared/forms/explain.ts';
import { findOrganizations } from '../../shared/lists/find-organizations.ts';

/** The contract's schema. Also requires a valid account and region for a lambda. */
const IntegrationFields = IntegrationCreate.check(
  z.superRefine((fields, context) => {
    for (const { pointer, message } of lambdaFaults(fields))
      context.addIssue({ code: 'custom', path: [pointer.slice(1)], message });
  }),
);

const NEW_INTEGRATION: FormValues<typeof IntegrationFields> = {
  name: '',
  displayName: null,
  externalRefId: null,
  description: null,
  instanceUrl: null,
  active: true,
  integrationType: 'other',
  accountId: null,
  region: null,
  organizationId: null,
};

const TYPES = INTEGRATION_TYPES.map((value) => ({ value, text: value }));
const ACCOUNT_LENGTH = 12;

type IntegrationFormProps = {
  /** Accessible name of the form. */
  label: string;
  /** The integration to edit; absent to create an integration. */
  integration?: Integration;
  submitText: string;
  /** For an existing integration, `changed` contains only the changed fields. Rejects if the server rejects the request. */
  onSubmit: (values: IntegrationCreate, changed: Partial<IntegrationCreate>) => Promise<unknown>;
  /** Absent if the form has no cancel button. */
  onCancel?: () => void;
};

/** Returns the initially selected organization. Its text contains the id if the name is unknown. */
const chosenOf = (integration: Integration | undefined) => {
  const id = integration?.organizationId;
  if (id === undefined || id === null) return null;
  return { id, text: integration?.organization?.name ?? `Organization ${id}` };
};

export const IntegrationForm = (props: IntegrationFormProps) => {
  const api = useApi();
  const { label, integration, submitText, onSubmit, onCancel } = props;
  return (
    <Form
      aria-label={label}
      schema={IntegrationFields}
      defaultValues={integration ?? NEW_INTEGRATION}
      explain={explain}
      onSubmit={(values, { changed }) => onSubmit(values, changed(values))}
    >
      {({ field, isChanged }) => (
        <>
          <FormRow>
            <TextField {...field('name')} label="Name" maxLength={200} isRequired />
            <TextField {...field('displayName', { emptyAs: null })} label="Display name" maxLength={200} />
          </FormRow>
          <Combobox
            {...field('organizationId')}
            label="Organization assigned"
            placeholder="No organization"
            searchPlaceholder="Search organizations..."
            chosen={chosenOf(integration)}
            load={findOrganizations(api)}
          />
          {field('active').value === true && field('organizationId').value === null && (
            <Alert variant="warning">
              Portico rejects the events of this integration until it is assigned to an organization.
            </Alert>
          )}
          <Select {...field('integrationType')} label="Integration type" options={TYPES} />
          {field('integrationType').value === 'lambda' && (
            <FormRow>
              <TextField
                {...field('accountId', { emptyAs: null })}
                label="Account ID"
                placeholder="123456789012"
                inputMode="numeric"
                maxLength={ACCOUNT_LENGTH}
                isRequired
              />
              <TextField
                {...field('region', { emptyAs: null })}
                label="Region"
                placeholder="us-east-1"
                maxLength={40}
                isRequired
              />
            </FormRow>
          )}
          <TextField
            {...field('instanceUrl', { emptyAs: null })}
            label="Instance URL"
            placeholder="https://"
            maxLength={2000}
          />
          <TextField {...field('externalRefId', { emptyAs: null })} label="External reference ID" maxLength={200} />
          <TextArea {...field('description', { emptyAs: null })} label="Description" maxLength={2000} />
          <Switch
            {...field('active')}
            label="Integrations active status"
            description="Events of an inactive integration are rejected."
          />
          <FormActions onCancel={onCancel}>
            <SubmitButton isDisabled={integration !== undefined && !isChanged}>{submitText}</SubmitButton>
          </FormActions>
        </>
      )}
    </Form>
  );
};
