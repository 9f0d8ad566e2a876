import { createFileRoute, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Waiting } from '@portico/ui';
import { Title } from '../../app/title.tsx';
import * as styles from './-message-link.css.ts';

const AcknowledgeScreen = lazy(async () => ({
  default: (await import('../../features/message-links/acknowledge-screen.tsx')).AcknowledgeScreen,
}));

const Asked = () => {
  const { publicApi } = Route.useRouteContext();
  const token = useLocation({ select: ({ hash }) => hash });
  return (
    <main className={styles.page}>
      <Title of="Acknowledge" />
      <Suspense fallback={<Waiting text="Loading…" />}>
        <AcknowledgeScreen key={token} api={publicApi} token={token} />
      </Suspense>
    </main>
  );
};

/** Where a message's link to take an episode leads; its token stands behind `#`. */
export const Route = createFileRoute('/_public/acknowledge')({ component: Asked });
