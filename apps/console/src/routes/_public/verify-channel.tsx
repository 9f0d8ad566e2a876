import { createFileRoute, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Waiting } from '@portico/ui';
import { Title } from '../../app/title.tsx';
import * as styles from './-message-link.css.ts';

const VerifyChannelScreen = lazy(async () => ({
  default: (await import('../../features/message-links/verify-channel-screen.tsx')).VerifyChannelScreen,
}));

const Asked = () => {
  const { publicApi } = Route.useRouteContext();
  const token = useLocation({ select: ({ hash }) => hash });
  return (
    <main className={styles.page}>
      <Title of="Verify channel" />
      <Suspense fallback={<Waiting text="Loading…" />}>
        <VerifyChannelScreen key={token} api={publicApi} token={token} />
      </Suspense>
    </main>
  );
};

/** Where the link of a verification mail leads; its token stands behind `#`. */
export const Route = createFileRoute('/_public/verify-channel')({ component: Asked });
