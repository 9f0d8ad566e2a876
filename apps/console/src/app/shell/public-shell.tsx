import type { ReactNode } from 'react';
import { buttonClass } from '@portico/ui';
import { Logo } from './logo.tsx';
import * as styles from './public-shell.css.ts';
import { useSession } from './use-session.ts';

export const PublicShell = ({ children }: { children: ReactNode }) => {
  const isSignedIn = useSession() !== null;
  return (
    <>
      <header className={styles.bar}>
        <Logo to={isSignedIn ? '/dashboard' : '/'} />
        <a
          href={isSignedIn ? '/dashboard' : '/login'}
          className={buttonClass({ variant: isSignedIn ? 'secondary' : 'primary' })}
        >
          {isSignedIn ? 'Dashboard' : 'Login'}
        </a>
      </header>
      {children}
    </>
  );
};
