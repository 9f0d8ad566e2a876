import * as styles from './feedback.css.ts';

export const Waiting = ({ text }: { text: string }) => (
  <div className={styles.waitingPage}>
    <output className={styles.waiting}>
      <span aria-hidden className={styles.spinner} />
      {text}
    </output>
  </div>
);
