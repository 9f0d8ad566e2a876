import { createFileRoute } from '@tanstack/react-router';
import { Row } from '@portico/ui';
import { Title } from '../../../app/title.tsx';
import { ExportButton } from '../../../features/admin-functions/export-button.tsx';
import { EntitlementsScreen } from '../../../features/billing/entitlements-screen.tsx';
import { toBilling, useBilling } from './-use-billing.tsx';

const back = (
  <Row justify="between">
    {toBilling}
    <ExportButton of="vouchers" />
  </Row>
);

const Entitlements = () => (
  <>
    <Title of="Entitlements" />
    <EntitlementsScreen {...useBilling()} back={back} />
  </>
);

export const Route = createFileRoute('/_portal/billing/entitlements')({ component: Entitlements });
