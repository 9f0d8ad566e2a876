import { useId, type ReactNode } from 'react';
import * as styles from './screen.css.ts';

type ScreenProps = {
  heading: string;
  lead?: string;
  back?: ReactNode;
  tools?: ReactNode;
  /** For dense lists: a compact screen that is as tall as the window and scrolls inside. */
  isFilled?: boolean;
  children: ReactNode;
};

export const Screen = ({ heading, lead, back, tools, isFilled, children }: ScreenProps) => {
  const id = useId();
  return (
    <section className={styles.screen} aria-labelledby={id} {...(isFilled === true && { 'data-fills': true })}>
      {back}
      <header className={styles.header}>
        <div>
          <h1 id={id} className={styles.heading}>
            {heading}
          </h1>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {tools}
      </header>
      {children}
    </section>
  );
};
