import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from './empty-state.tsx';
import * as styles from './feedback.css.ts';

type ErrorScreenProps = {
  title?: string;
  text: string;
  stack?: string | undefined;
  /** Whether the screen is inside a page's main landmark instead of replacing the page. */
  isInside?: boolean;
  children?: ReactNode;
};

export const ErrorScreen = ({
  title = 'Unexpected Application Error!',
  text,
  stack,
  isInside = false,
  children,
}: ErrorScreenProps) => {
  const Tag = isInside ? 'div' : 'main';
  return (
    <Tag className={isInside ? styles.inside : styles.page}>
      <div role="alert">
        <EmptyState icon={TriangleAlert} tone="danger" level={1} title={title} text={text}>
          {children}
        </EmptyState>
        {stack !== undefined && (
          <details className={styles.details}>
            <summary className={styles.summary}>Show details</summary>
            <pre className={styles.stack}>{stack}</pre>
          </details>
        )}
      </div>
    </Tag>
  );
};
