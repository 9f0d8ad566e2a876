import { useEffect, useRef } from 'react';
import type { CreatedKey } from '@portico/contracts/http/integration-keys';
import { Button } from '@portico/ui';
import * as styles from '../connect.css.ts';
import { CopyButton } from '../copy-button.tsx';

/** The text of a newly created key, shown only once. It takes the focus that its form has lost. Render one per key. */
export const NewKey = ({ of: { key, label }, onDone }: { of: CreatedKey; onDone: () => void }) => {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section ref={place} tabIndex={-1} className={styles.secret} aria-label={`The new key ${label}`}>
      <div>
        <h3 className={styles.subtitle}>Copy the key now</h3>
        <p className={styles.note}>
          Copy it now. You won't be able to see it again. Keep it like a password. The examples below have it filled in
          until you leave this page.
        </p>
      </div>
      <code className={styles.code}>{key}</code>
      <div className={styles.actions}>
        <CopyButton text={key} what="the key" />
        <Button variant="ghost" size="sm" onPress={onDone}>
          I have copied it
        </Button>
      </div>
    </section>
  );
};
