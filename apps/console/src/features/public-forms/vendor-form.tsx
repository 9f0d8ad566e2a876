import { VendorSignUp } from '@portico/contracts/http/identity';
import { Form, FormRow, SubmitButton, TextArea, TextField } from '@portico/ui';
import { z } from 'zod/mini';
import type { BotCheckSettings } from './bot-check.ts';
import * as styles from './form-page.css.ts';
import type { Sender } from './form-page.tsx';
import { explain } from '../../shared/forms/explain.ts';
import { toZipText, ZIP_LENGTH } from '../../shared/forms/zip-code.ts';
import { useSubmission } from './submission.ts';

const Vendor = z.omit(VendorSignUp, { usertype: true });
const EMPTY = {
  name: '',
  email: '',
  phone: '',
  addressLine1: '',
  addressLine2: null,
  city: '',
  state: '',
  zipCode: '',
  country: '',
  description: null,
  categories: null,
};

type VendorFormProps = { botCheck: BotCheckSettings; onSent: (sender: Sender) => void };

export const VendorForm = ({ onSent, ...options }: VendorFormProps) => {
  const submit = useSubmission();
  return (
    <Form
      aria-label="Register as a vendor"
      schema={Vendor}
      defaultValues={EMPTY}
      explain={explain}
      onSubmit={async ({ zipCode, ...vendor }) => {
        await submit(
          { ...options, action: 'register_vendor', failure: 'vendor' },
          { usertype: 'vendor', ...vendor, zipCode: toZipText(zipCode) },
        );
        onSent(vendor);
      }}
    >
      {({ field }) => (
        <>
          <fieldset className={styles.group}>
            <legend className={styles.groupTitle}>Contact</legend>
            <TextField {...field('name')} label="Name" autoComplete="name" maxLength={200} isRequired />
            <FormRow>
              <TextField
                {...field('email')}
                label="Email"
                type="email"
                autoComplete="email"
                maxLength={320}
                isRequired
              />
              <TextField {...field('phone')} label="Phone" type="tel" autoComplete="tel" maxLength={40} isRequired />
            </FormRow>
          </fieldset>
          <fieldset className={styles.group}>
            <legend className={styles.groupTitle}>Address</legend>
            <TextField
              {...field('addressLine1')}
              label="Address line 1"
              autoComplete="address-line1"
              maxLength={200}
              isRequired
            />
            <TextField
              {...field('addressLine2', { emptyAs: null })}
              label="Address line 2"
              autoComplete="address-line2"
              maxLength={200}
            />
            <FormRow>
              <TextField {...field('city')} label="City" autoComplete="address-level2" maxLength={100} isRequired />
              <TextField
                {...field('state')}
                label="State"
                placeholder="CA"
                autoComplete="address-level1"
                maxLength={2}
                isRequired
              />
            </FormRow>
            <FormRow>
              <TextField
                {...field('zipCode')}
                value={String(field('zipCode').value)}
                label="Zip code"
                placeholder="94105"
                inputMode="numeric"
                autoComplete="postal-code"
                maxLength={ZIP_LENGTH}
                isRequired
              />
              <TextField {...field('country')} label="Country" placeholder="USA" maxLength={3} isRequired />
            </FormRow>
          </fieldset>
          <fieldset className={styles.group}>
            <legend className={styles.groupTitle}>What you offer</legend>
            <TextField
              {...field('categories', { emptyAs: null })}
              label="Categories"
              placeholder="Payroll, banking"
              maxLength={500}
            />
            <TextArea {...field('description', { emptyAs: null })} label="Description" maxLength={2000} />
          </fieldset>
          <div className={styles.submit}>
            <SubmitButton size="lg">Register as a vendor</SubmitButton>
          </div>
        </>
      )}
    </Form>
  );
};
