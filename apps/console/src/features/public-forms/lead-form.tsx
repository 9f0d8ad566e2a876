import { LeadSignUp } from '@portico/contracts/http/identity';
import { Form, SubmitButton, TextArea, TextField } from '@portico/ui';
import { z } from 'zod/mini';
import type { BotCheckSettings } from './bot-check.ts';
import type { Sender } from './form-page.tsx';
import * as styles from './form-page.css.ts';
import { explain } from '../../shared/forms/explain.ts';
import { useSubmission, type SubmissionOptions } from './submission.ts';

const Lead = z.omit(LeadSignUp, { usertype: true });
const EMPTY = { name: '', email: '', message: null };

type LeadFormProps = Pick<SubmissionOptions, 'action' | 'failure'> & {
  botCheck: BotCheckSettings;
  /** Accessible name of the form. */
  label: string;
  submitText: string;
  hasMessage?: boolean;
  onSent: (sender: Sender) => void;
};

/** A form with name, e-mail and an optional message. */
export const LeadForm = ({ label, submitText, hasMessage = false, onSent, ...options }: LeadFormProps) => {
  const submit = useSubmission();
  return (
    <Form
      aria-label={label}
      schema={Lead}
      defaultValues={EMPTY}
      explain={explain}
      onSubmit={async (lead) => {
        await submit(options, { usertype: 'lead', ...lead });
        onSent(lead);
      }}
    >
      {({ field }) => (
        <>
          <TextField {...field('name')} label="Name" autoComplete="name" maxLength={200} size="lg" isRequired />
          <TextField
            {...field('email')}
            label="Email"
            type="email"
            autoComplete="email"
            maxLength={320}
            size="lg"
            isRequired
          />
          {hasMessage && (
            <TextArea
              {...field('message', { emptyAs: null })}
              label="Message"
              description="Optional: what you would like to see."
              maxLength={2000}
              rows={4}
            />
          )}
          <div className={styles.submit}>
            <SubmitButton size="lg">{submitText}</SubmitButton>
          </div>
        </>
      )}
    </Form>
  );
};
