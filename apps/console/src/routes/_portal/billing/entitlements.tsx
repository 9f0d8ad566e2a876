import { createFileRoute, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { buttonClass, Icon, Row } from '@portico/ui';
import { Title } from '../../../app/title.tsx';
import { ExportButton } from '../../../features/admin-functions/export-button.tsx';
import { EntitlementsScreen } from '../../../features/billing/entitlements-screen.tsx';
import * as styles from './-billing.css.ts';
import { useBilling } from './-use-billing.tsx';

const back = (
  <Row justify="between">
    <Link to="/billing" className={`${buttonClass({ variant: 'ghost', size: 'sm' })} ${styles.back}`}>
      <Icon of={ArrowLeft} />
      Back
    </Link>
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
