import { useLocation } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PublicShell } from '../app/shell/public-shell.tsx';
import { Title } from '../app/title.tsx';
import * as styles from './-message-link.css.ts';

type MessageLinkProps = {
  title: string;
  /** Renders the screen. Browsers do not send the token, which is the URL's fragment, to a server. */
  children: (token: string) => ReactNode;
};

/** The page of a message's link, for any visitor. It looks like a public page, but the specification's list of public pages omits it. */
export const MessageLink = ({ title, children }: MessageLinkProps) => (
  <PublicShell>
    <main className={styles.page}>
      <Title of={title} />
      {children(useLocation({ select: ({ hash }) => hash }))}
    </main>
  </PublicShell>
);
