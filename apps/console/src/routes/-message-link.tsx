import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PublicShell } from '../app/shell/public-shell.tsx';
import { Title } from '../app/title.tsx';
import * as styles from './-message-link.css.ts';

/** Browsers do not send the fragment of a URL to a server. */
export const useMessageToken = (): string => useLocation({ select: ({ hash }) => hash });

/** The page of a message's link, for any visitor. It looks like a public page, but the specification does not list it as one. */
export const MessageLink = ({ title, children }: { title: string; children: ReactNode }) => (
  <PublicShell>
    <main className={styles.page}>
      <Title of={title} />
      {children}
    </main>
  </PublicShell>
);
