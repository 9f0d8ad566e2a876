import type { ReactNode } from 'react';
import type { IntegrationKey } from '@portico/contracts/http/integration-keys';
import { Badge } from '@portico/ui';
import { Ago } from '../../../shared/health/ago.tsx';
import * as styles from '../connect.css.ts';
import { isValid, kindText, stateText } from './key-words.ts';

const LOOK = { active: 'success', rotating: 'warning', expired: 'neutral', revoked: 'neutral' } as const;

/** One key: what it is called and begins with, what it may do, how long it is valid, and when it was used. */
export const KeyRow = ({ of: key, children }: { of: IntegrationKey; children?: ReactNode }) => (
  <li className={styles.row}>
    <div className={styles.main}>
      <span className={styles.name}>
        {key.label}
        {key.mode === 'test' && <Badge>Test</Badge>}
        <Badge tone={LOOK[key.state]}>{stateText(key)}</Badge>
      </span>
      <code className={styles.code}>{key.prefix}…</code>
      <p className={styles.small}>
        {kindText(key)} · {key.createdBy === null ? 'created' : `created by ${key.createdBy}`}{' '}
        <Ago at={key.createdAt} />
        {' · '}
        {key.lastUsedAt === null ? (
          isValid(key) ? (
            'not used yet'
          ) : (
            'never used'
          )
        ) : (
          <>
            last used <Ago at={key.lastUsedAt} />
          </>
        )}
      </p>
    </div>
    {children !== undefined && <span className={styles.actions}>{children}</span>}
  </li>
);
