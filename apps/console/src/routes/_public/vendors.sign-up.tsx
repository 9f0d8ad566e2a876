import { createFileRoute } from '@tanstack/react-router';
import { VendorScreen } from '../../features/public-forms/vendor-screen.tsx';
import { loadSettings, PublicForm } from './-public-form.tsx';

export const Route = createFileRoute('/_public/vendors/sign-up')({
  loader: loadSettings,
  component: () => <PublicForm title="Register as a vendor" Screen={VendorScreen} />,
});
