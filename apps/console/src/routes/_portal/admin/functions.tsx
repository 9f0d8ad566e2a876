import { createFileRoute } from '@tanstack/react-router';
import { Title } from '../../../app/title.tsx';
import { FunctionsScreen } from '../../../features/admin-functions/functions-screen.tsx';

const Functions = () => {
  const { api } = Route.useRouteContext();
  return (
    <>
      <Title of="Functions" />
      <FunctionsScreen api={api} />
    </>
  );
};

export const Route = createFileRoute('/_portal/admin/functions')({ component: Functions });
