import type { ReactNode } from 'react';
import type { IntegrationKey } from '@portico/contracts/http/integration-keys';
import { Badge, Row } from '@portico/ui';
import { Ago } from '../../../shared/health/ago.tsx';
import * as styles from '../connect.css.ts';
import { NeedsOwner, type NeedsOwnerProps, responsibleText } from '../../../shared/responsible/needs-owner.tsx';
import { isValid, kindText, stateText } from './key-words.ts';

const TONES = { active: 'success', rotating: 'warning', expired: 'neutral', revoked: 'neutral' } as const;

export const KeyRow = ({
  integrationKey: key,
  takeOver = null,
  children,
}: {
  integrationKey: IntegrationKey;
  takeOver?: NeedsOwnerProps['takeOver'];
  children?: ReactNode;
}) => (
  <li className={styles.row}>
    <div className={styles.main}>
      <span className={styles.name}>
        {key.label}
        {key.mode === 'test' && <Badge>Test</Badge>}
        {key.needsOwnerSince === null ? (
          <Badge tone={TONES[key.state]}>{stateText(key)}</Badge>
        ) : (
          <Badge tone="danger">Needs a new owner</Badge>
        )}
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
        {key.responsible !== null && isValid(key) && ` · ${responsibleText(key.responsible)}`}
      </p>
      <NeedsOwner
        responsible={key.responsible}
        since={key.needsOwnerSince}
        effect="Portico refuses this key"
        end="revoked"
        takeOver={takeOver}
      />
    </div>
    {children !== undefined && <Row>{children}</Row>}
  </li>
);
