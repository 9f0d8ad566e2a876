import { createFileRoute } from '@tanstack/react-router';
import { Title } from '../../app/title.tsx';
import { useConfig } from '../../app/use-config.ts';
import { DemoScreen } from '../../features/public-forms/demo-screen.tsx';

const Demo = () => {
  const { productName, supportEmail, recaptcha } = useConfig();
  return (
    <>
      <Title of="Request a demo" />
      <DemoScreen productName={productName} supportEmail={supportEmail} botCheck={recaptcha} />
    </>
  );
};

export const Route = createFileRoute('/_public/leads/new')({
  // Loads the current settings, because stored settings may name an old bot check. If loading fails, the stored settings apply.
  loader: async ({ context }) => void (await context.config.load().catch(() => undefined)),
  component: Demo,
});
