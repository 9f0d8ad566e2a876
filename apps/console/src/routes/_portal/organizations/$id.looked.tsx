import { createFileRoute } from '@tanstack/react-router';
import { WhoLooked } from '../../../features/audit/who-looked.tsx';
import { useOrganization } from './-organization.ts';

const AuditPage = () => {
  const { id } = useOrganization();
  return <WhoLooked key={id} id={id} />;
};

export const Route = createFileRoute('/_portal/organizations/$id/looked')({ component: AuditPage });
