import { Handshake, Plug, UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { FormPage, type Point } from './form-page.tsx';
import { FormSent, HomeLink, LoginLink } from './form-sent.tsx';
import type { Sender } from './lead-form.tsx';
import type { PublicFormProps } from './sign-up-screen.tsx';
import { VendorForm } from './vendor-form.tsx';

const POINTS: readonly Point[] = [
  { icon: UserRoundCheck, title: 'Tell us who you are', text: 'Your address and what you offer are all we need.' },
  { icon: Plug, title: 'Connect your system', text: 'You publish events over Kafka, in a small documented format.' },
  { icon: Handshake, title: 'Meet your customers', text: 'They see the events of their integration as they happen.' },
];

export const VendorScreen = ({ productName, supportEmail, botCheck }: PublicFormProps) => {
  const [sent, setSent] = useState<Sender | null>(null);
  return (
    <FormPage
      title="Register as a vendor"
      lead={`Offer your service to the organizations that work with ${productName}.`}
      points={POINTS}
      botCheck={botCheck}
      supportEmail={supportEmail}
    >
      {(settings) =>
        sent ? (
          <FormSent name={sent.name} text={`You are registered. Log in with ${sent.email} to see your dashboard.`}>
            <LoginLink />
            <HomeLink />
          </FormSent>
        ) : (
          <VendorForm botCheck={settings} onSent={setSent} />
        )
      }
    </FormPage>
  );
};
