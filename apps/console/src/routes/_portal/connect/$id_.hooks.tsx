import { createFileRoute } from '@tanstack/react-router';
import { BackLink } from '../../../app/back-link.tsx';
import { Title } from '../../../app/title.tsx';
import { HooksScreen } from '../../../features/hooks/hooks-screen.tsx';
import { hooksQuery } from '../../../features/hooks/hooks.queries.ts';

const Hooks = () => {
  const { id } = Route.useParams();
  const back = (
    <BackLink to="/connect/$id" params={{ id }}>
      Connect
    </BackLink>
  );
  return (
    <>
      <Title of="Webhooks" />
      <HooksScreen key={id} id={Number(id)} back={back} />
    </>
  );
};

/** For users who may connect the integration. For other users, the page does not exist. */
export const Route = createFileRoute('/_portal/connect/$id_/hooks')({
  loader: ({ context: { api, queryClient }, params: { id } }) =>
    void queryClient.prefetchQuery(hooksQuery(api, Number(id))),
  component: Hooks,
});
