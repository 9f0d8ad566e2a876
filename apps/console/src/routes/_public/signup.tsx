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
  // Loads the current settings, because stored settings may name an old bot check. If loading fails, the stored settings apply.
  loader: async ({ context }) => void (await context.config.load().catch(() => undefined)),
  component: SignUp,
});
