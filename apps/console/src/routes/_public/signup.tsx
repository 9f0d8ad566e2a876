import { createFileRoute } from '@tanstack/react-router';
import { SignUpScreen } from '../../features/public-forms/sign-up-screen.tsx';
import { loadSettings, PublicForm } from './-public-form.tsx';

export const Route = createFileRoute('/_public/signup')({
  loader: loadSettings,
  component: () => <PublicForm title="Sign up" Screen={SignUpScreen} />,
});
