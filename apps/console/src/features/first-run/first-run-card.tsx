import { CircleCheck, CircleDashed } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, Icon, SectionHeader } from '@portico/ui';
import { visuallyHidden } from '@portico/ui/styles';
import * as styles from './first-run.css.ts';

type Step = {
  title: string;
  text: string;
  isDone: boolean;
  /** Instructions, shown until the step is done. */
  children?: ReactNode;
};

export const FirstRunCard = ({ steps, onDismiss }: { steps: readonly Step[]; onDismiss: () => void }) => (
  <section className={styles.card} aria-labelledby="first-run">
    <SectionHeader
      heading="Get started"
      id="first-run"
      tools={
        <Button variant="ghost" size="sm" onPress={onDismiss}>
          Dismiss
        </Button>
      }
    />
    <ol className={styles.steps}>
      {steps.map(({ title, text, isDone, children }) => (
        <li key={title} className={styles.step} {...(isDone && { 'data-done': true })}>
          <span className={styles.mark}>
            <Icon of={isDone ? CircleCheck : CircleDashed} />
            <span className={visuallyHidden}>{isDone ? 'Done' : 'To do'}</span>
          </span>
          <div className={styles.body}>
            <h3 className={styles.title}>{title}</h3>
            {!isDone && <p className={styles.text}>{text}</p>}
            {!isDone && children}
          </div>
        </li>
      ))}
    </ol>
  </section>
);
