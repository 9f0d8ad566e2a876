import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PublicShell } from '../app/shell/public-shell.tsx';
import { Title } from '../app/title.tsx';
import * as styles from './-message-link.css.ts';

/** The token of a message's link, in its fragment, which browsers do not send to a server. */
export const useMessageToken = (): string => useLocation({ select: ({ hash }) => hash });

/** The page of a message's link, signed in or not. It looks like the public pages but is not among those that the specification counts. */
export const MessageLink = ({ title, children }: { title: string; children: ReactNode }) => (
  <PublicShell>
    <main className={styles.page}>
      <Title of={title} />
      {children}
    </main>
  </PublicShell>
);
