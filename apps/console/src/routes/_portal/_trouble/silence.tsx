import { createFileRoute } from '@tanstack/react-router';
import { isAdmin } from '@portico/contracts/common/roles';
import { Title } from '../../../app/title.tsx';
import { SilenceScreen } from '../../../features/silence/silence-screen.tsx';

const Silence = () => {
  const { user } = Route.useRouteContext();
  return (
    <>
      <Title of="Silence" />
      <SilenceScreen isAdmin={isAdmin(user.usertype)} />
    </>
  );
};

export const Route = createFileRoute('/_portal/_trouble/silence')({ component: Silence });
