import { type FieldBinding, FormRow, TextField } from '@portico/ui';
import { ZIP_LENGTH } from './zip-code.ts';

type Line = 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'country';
type BindAddress = ((name: Line, options: { emptyAs: null }) => FieldBinding<string | null | undefined>) &
  ((name: 'zipCode') => FieldBinding<string>);

export const AddressRows = ({ field }: { field: BindAddress }) => (
  <>
    <TextField {...field('addressLine1', { emptyAs: null })} label="Address line 1" maxLength={200} />
    <TextField {...field('addressLine2', { emptyAs: null })} label="Address line 2" maxLength={200} />
    <TextField {...field('city', { emptyAs: null })} label="City" maxLength={100} />
    <FormRow>
      <TextField {...field('state', { emptyAs: null })} label="State" maxLength={2} />
      <TextField {...field('zipCode')} label="Zip code" inputMode="numeric" maxLength={ZIP_LENGTH} />
      <TextField {...field('country', { emptyAs: null })} label="Country" maxLength={3} />
    </FormRow>
  </>
);
