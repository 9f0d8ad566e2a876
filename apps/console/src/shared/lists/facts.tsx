import { Fragment, type ReactNode } from 'react';
import * as styles from './facts.css.ts';

export type Fact = readonly [name: string, value: ReactNode];

/** Lists names with their values. Omits a name whose value is null. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className={styles.facts}>
    {facts
      .filter(([, value]) => value !== null)
      .map(([name, value]) => (
        <Fragment key={name}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </Fragment>
      ))}
  </dl>
);
