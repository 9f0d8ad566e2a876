import { createFileRoute } from '@tanstack/react-router';
import { DemoScreen } from '../../features/public-forms/demo-screen.tsx';
import { loadSettings, PublicForm } from './-public-form.tsx';

export const Route = createFileRoute('/_public/leads/new')({
  loader: loadSettings,
  component: () => <PublicForm title="Request a demo" Screen={DemoScreen} />,
});
