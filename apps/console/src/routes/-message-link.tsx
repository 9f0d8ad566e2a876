import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PublicShell } from '../app/shell/public-shell.tsx';
import { Title } from '../app/title.tsx';
import * as styles from './-message-link.css.ts';

/** The token of a message's link: it stands behind `#`, which browsers send to no server. */
export const useMessageToken = (): string => useLocation({ select: ({ hash }) => hash });

/**
 * Where the link of a message leads, signed in or not. It looks like the public pages and is none of them: the specification
 * counts those.
 */
export const MessageLink = ({ title, children }: { title: string; children: ReactNode }) => (
  <PublicShell>
    <main className={styles.page}>
      <Title of={title} />
      {children}
    </main>
  </PublicShell>
);
