import * as styles from './connect.css.ts';
import { CopyButton } from './copy-button.tsx';

/** A named block of code to copy; the keyboard can scroll it. */
export const CodeBlock = ({ label, code }: { label: string; code: string }) => (
  <div className={styles.stack}>
    <section aria-label={label} className={styles.source} {...{ tabIndex: 0 }}>
      <pre className={styles.plain}>{code}</pre>
    </section>
    <div>
      <CopyButton text={code} what="the code" />
    </div>
  </div>
);
