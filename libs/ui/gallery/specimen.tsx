import type { ReactNode } from 'react';
import * as styles from './gallery.css.ts';

export const State = ({ name, isWide = false, children }: { name: string; isWide?: boolean; children: ReactNode }) => (
  <div className={isWide ? styles.wide : styles.state}>
    <p className={styles.name}>{name}</p>
    {children}
  </div>
);

export const Fields = ({ children }: { children: ReactNode }) => <div className={styles.fields}>{children}</div>;
