import { Activity, KeyRound, ShieldCheck } from 'lucide-react';
import { FormPage, type PublicFormProps } from './form-page.tsx';
import * as styles from './form-page.css.ts';
import { LeadForm } from './lead-form.tsx';

const POINTS = [
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

export const SignUpScreen = ({ productName, ...props }: PublicFormProps) => (
  <FormPage
    {...props}
    title="Sign up"
    lead={`Open your account at ${productName}. It takes a minute.`}
    points={POINTS}
    sentText={({ email }) => `You are signed up. Log in with ${email} to begin.`}
    hasLogin
  >
    {(botCheck, onSent) => (
      <>
        <LeadForm label="Sign up" submitText="Sign up" action="sign_up" failure="signUp" {...{ botCheck, onSent }} />
        <p className={styles.note}>
          Already have an account? <a href="/login">Log in</a>
        </p>
      </>
    )}
  </FormPage>
);
