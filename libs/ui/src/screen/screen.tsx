import { useId, type ReactNode } from 'react';
import * as styles from './screen.css.ts';

export type ScreenProps = {
  heading: string;
  /** What it is about, under its heading. */
  lead?: string;
  /** The way back, above the heading. */
  back?: ReactNode;
  /** Beside the heading: what concerns all of it. */
  tools?: ReactNode;
  /** Closer together and as high as the window: it scrolls within itself, for what is read by the screenful. */
  isFilled?: boolean;
  children: ReactNode;
};

/** The content of a page, under the one heading that names it. */
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
