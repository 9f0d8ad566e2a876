import { createFileRoute } from '@tanstack/react-router';
import { Title } from '../../app/title.tsx';
import { useConfig } from '../../app/use-config.ts';
import { VendorScreen } from '../../features/public-forms/vendor-screen.tsx';

const VendorSignUp = () => {
  const { productName, supportEmail, recaptcha } = useConfig();
  return (
    <>
      <Title of="Register as a vendor" />
      <VendorScreen productName={productName} supportEmail={supportEmail} botCheck={recaptcha} />
    </>
  );
};

export const Route = createFileRoute('/_public/vendors/sign-up')({
  // Stored settings may name a bot check that is no longer used. They are the fallback without newer ones.
  loader: async ({ context }) => void (await context.config.load().catch(() => undefined)),
  component: VendorSignUp,
});
