import { createFileRoute, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { buttonClass, Icon, lazyPart, Row } from '@portico/ui';
import { Title } from '../../../app/title.tsx';
import { metersQuery } from '../../../features/billing/meters.queries.ts';
import { MetersScreen } from '../../../features/billing/meters-screen.tsx';
import * as styles from './-billing.css.ts';

const FieldAssist = lazyPart(
  async () => (await import('../../../features/events/query-box/field-assist.tsx')).FieldAssist,
);

const back = (
  <Row>
    <Link to="/billing" className={`${buttonClass({ variant: 'ghost', size: 'sm' })} ${styles.back}`}>
      <Icon of={ArrowLeft} />
      Back
    </Link>
  </Row>
);

const Meters = () => (
  <>
    <Title of="Meters" />
    <MetersScreen back={back} renderAssist={(assist) => <FieldAssist {...assist} />} />
  </>
);

export const Route = createFileRoute('/_portal/billing/meters')({
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(metersQuery(api)),
  component: Meters,
});
