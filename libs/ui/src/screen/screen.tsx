import { useId, type ReactNode } from 'react';
import * as styles from './screen.css.ts';

export type ScreenProps = {
  heading: string;
  /** Text under the heading. */
  lead?: string;
  /** The back link above the heading. */
  back?: ReactNode;
  /** Actions next to the heading, for the whole screen. */
  tools?: ReactNode;
  /** Whether the screen is compact and as tall as the window, with inner scrolling, for dense lists. */
  isFilled?: boolean;
  children: ReactNode;
};

/** The content of a page, with the main heading (`h1`) above it. */
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
