import { Handshake, Plug, UserRoundCheck } from 'lucide-react';
import { FormPage, type PublicFormProps } from './form-page.tsx';
import { VendorForm } from './vendor-form.tsx';

const POINTS = [
  { icon: UserRoundCheck, title: 'Tell us who you are', text: 'Your address and what you offer are all we need.' },
  { icon: Plug, title: 'Connect your system', text: 'You publish events over Kafka, in a small documented format.' },
  { icon: Handshake, title: 'Meet your customers', text: 'They see the events of their integration as they happen.' },
];

export const VendorScreen = ({ productName, ...props }: PublicFormProps) => (
  <FormPage
    {...props}
    title="Register as a vendor"
    lead={`Offer your service to the organizations that work with ${productName}.`}
    points={POINTS}
    sentText={({ email }) => `You are registered. Log in with ${email} to see your dashboard.`}
    hasLogin
  >
    {(botCheck, onSent) => <VendorForm {...{ botCheck, onSent }} />}
  </FormPage>
);
