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
  // Loads the current settings, because stored settings may name an old bot check. If loading fails, the stored settings apply.
  loader: async ({ context }) => void (await context.config.load().catch(() => undefined)),
  component: VendorSignUp,
});
