import { createFileRoute } from '@tanstack/react-router';
import { lazyPart, Row } from '@portico/ui';
import { Title } from '../../../app/title.tsx';
import { metersQuery } from '../../../features/billing/meters.queries.ts';
import { MetersScreen } from '../../../features/billing/meters-screen.tsx';
import { toBilling } from './-use-billing.tsx';

const FieldAssist = lazyPart(
  async () => (await import('../../../features/events/query-box/field-assist.tsx')).FieldAssist,
);

const Meters = () => (
  <>
    <Title of="Meters" />
    <MetersScreen back={<Row>{toBilling}</Row>} renderAssist={(assist) => <FieldAssist {...assist} />} />
  </>
);

export const Route = createFileRoute('/_portal/billing/meters')({
  loader: ({ context: { api, queryClient } }) => void queryClient.prefetchQuery(metersQuery(api)),
  component: Meters,
});
