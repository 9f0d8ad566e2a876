import { createFileRoute } from '@tanstack/react-router';
import { adminsOnly } from '../../../app/guards.ts';
import { Title } from '../../../app/title.tsx';
import { UsageFaultsScreen } from '../../../features/billing/usage-faults.tsx';

const Usage = () => (
  <>
    <Title of="Usage differences" />
    <UsageFaultsScreen />
  </>
);

export const Route = createFileRoute('/_portal/_trouble/usage')({ beforeLoad: adminsOnly, component: Usage });
