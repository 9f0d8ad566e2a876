import { CalendarCheck, MessagesSquare, Presentation } from 'lucide-react';
import { useState } from 'react';
import { FormPage, type Point } from './form-page.tsx';
import { FormSent, HomeLink } from './form-sent.tsx';
import { LeadForm, type Sender } from './lead-form.tsx';
import type { PublicFormProps } from './sign-up-screen.tsx';

const POINTS: readonly Point[] = [
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

export const DemoScreen = ({ productName, supportEmail, botCheck }: PublicFormProps) => {
  const [sent, setSent] = useState<Sender | null>(null);
  return (
    <FormPage
      title="Request a demo"
      lead={`An expert shows you ${productName} and answers your questions.`}
      points={POINTS}
      botCheck={botCheck}
      supportEmail={supportEmail}
    >
      {(settings) =>
        sent ? (
          <FormSent name={sent.name} text={`We have your request. We will write to ${sent.email} to find a time.`}>
            <HomeLink />
          </FormSent>
        ) : (
          <LeadForm
            label="Request a demo"
            submitText="Request a demo"
            action="request_demo"
            failure="lead"
            hasMessage
            botCheck={settings}
            onSent={setSent}
          />
        )
      }
    </FormPage>
  );
};
