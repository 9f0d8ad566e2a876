import { createFileRoute, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { buttonClass, Icon } from '@portico/ui';
import { Title } from '../../../app/title.tsx';
import { EntitlementsScreen } from '../../../features/billing/entitlements-screen.tsx';
import * as styles from './-billing.css.ts';
import { useBilling } from './-use-billing.tsx';

const back = (
  <Link to="/billing" className={`${buttonClass({ variant: 'ghost', size: 'sm' })} ${styles.back}`}>
    <Icon of={ArrowLeft} />
    Back
  </Link>
);

const Entitlements = () => (
  <>
    <Title of="Entitlements" />
    <EntitlementsScreen {...useBilling()} back={back} />
  </>
);

export const Route = createFileRoute('/_portal/billing/entitlements')({ component: Entitlements });
