import { Activity, KeyRound, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { BotCheckSettings } from './bot-check.ts';
import { FormPage, type Point } from './form-page.tsx';
import * as styles from './form-page.css.ts';
import { FormSent, HomeLink, LoginLink } from './form-sent.tsx';
import { LeadForm, type Sender } from './lead-form.tsx';

const POINTS: readonly Point[] = [
  { icon: KeyRound, title: 'One address', text: 'You log in with the e-mail that you sign up with.' },
  {
    icon: Activity,
    title: 'See every integration at work',
    text: 'Every event is in your console within a second.',
  },
  {
    icon: ShieldCheck,
    title: 'Nothing to pay yet',
    text: 'Look around first, and choose your products when you are ready.',
  },
];

export type PublicFormProps = {
  productName: string;
  supportEmail: string;
  botCheck: BotCheckSettings | null;
};

export const SignUpScreen = ({ productName, supportEmail, botCheck }: PublicFormProps) => {
  const [sent, setSent] = useState<Sender | null>(null);
  return (
    <FormPage
      title="Sign up"
      lead={`Open your account at ${productName}. It takes a minute.`}
      points={POINTS}
      botCheck={botCheck}
      supportEmail={supportEmail}
    >
      {(settings) =>
        sent ? (
          <FormSent name={sent.name} text={`You are signed up. Log in with ${sent.email} to begin.`}>
            <LoginLink />
            <HomeLink />
          </FormSent>
        ) : (
          <>
            <LeadForm
              label="Sign up"
              submitText="Sign up"
              action="sign_up"
              failure="signUp"
              botCheck={settings}
              onSent={setSent}
            />
            <p className={styles.note}>
              Already have an account? <a href="/login">Log in</a>
            </p>
          </>
        )
      }
    </FormPage>
  );
};
