import { createFileRoute } from '@tanstack/react-router';
import { Title } from '../../app/title.tsx';
import { useConfig } from '../../app/use-config.ts';
import { SignUpScreen } from '../../features/public-forms/sign-up-screen.tsx';

const SignUp = () => {
  const { productName, supportEmail, recaptcha } = useConfig();
  return (
    <>
      <Title of="Sign up" />
      <SignUpScreen productName={productName} supportEmail={supportEmail} botCheck={recaptcha} />
    </>
  );
};

export const Route = createFileRoute('/_public/signup')({
  // Stored settings may name a bot check that is no longer used. They are the fallback without newer ones.
  loader: async ({ context }) => void (await context.config.load().catch(() => undefined)),
  component: SignUp,
});
