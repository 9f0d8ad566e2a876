import { useId, type ReactNode } from 'react';
import { Part } from '@portico/ui';
import { visuallyHidden } from '@portico/ui/styles';
import * as styles from './connect.css.ts';

type SectionProps = {
  title: string;
  /** The number of the step; undefined if the section is not a step. */
  step?: number;
  lead?: string;
  children: ReactNode;
};

export const Section = ({ title, step, lead, children }: SectionProps) => {
  const id = useId();
  return (
    <section className={styles.section} aria-labelledby={id}>
      <div className={styles.head}>
        {step !== undefined && (
          <span aria-hidden className={styles.step}>
            {step}
          </span>
        )}
        <div className={styles.words}>
          <h2 id={id} className={styles.title}>
            {step !== undefined && <span className={visuallyHidden}>Step {step}: </span>}
            {title}
          </h2>
          {lead !== undefined && <p className={styles.note}>{lead}</p>}
        </div>
      </div>
      <Part>{children}</Part>
    </section>
  );
};
