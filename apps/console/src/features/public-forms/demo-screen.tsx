import { CalendarCheck, MessagesSquare, Presentation } from 'lucide-react';
import { FormPage, type PublicFormProps } from './form-page.tsx';
import { LeadForm } from './lead-form.tsx';

const POINTS = [
  { icon: CalendarCheck, title: 'We contact you', text: 'We arrange a time that suits you.' },
  {
    icon: Presentation,
    title: 'Your case, not a slide show',
    text: 'Tell us in your message what you would like to see.',
  },
  {
    icon: MessagesSquare,
    title: 'Room for questions',
    text: 'Ask about your accounting software, your banks or your payroll.',
  },
];

export const DemoScreen = ({ productName, ...props }: PublicFormProps) => (
  <FormPage
    {...props}
    title="Request a demo"
    lead={`An expert shows you ${productName} and answers your questions.`}
    points={POINTS}
    sentText={({ email }) => `We have your request. We will write to ${email} to find a time.`}
  >
    {(botCheck, onSent) => (
      <LeadForm
        label="Request a demo"
        submitText="Request a demo"
        action="request_demo"
        failure="lead"
        hasMessage
        {...{ botCheck, onSent }}
      />
    )}
  </FormPage>
);
