import { Button } from '@portico/ui';
import { useCopy } from '../../../shared/copy/use-copy.ts';
import * as styles from '../notifications.css.ts';

/** The secret that signs a webhook's messages, shown only once. */
export const NewSecret = ({ secret }: { secret: string }) => {
  const { isCopied, copy } = useCopy();
  return (
    <section className={styles.secret} aria-label="The new secret">
      <h3 className={styles.subheading}>Copy the secret now</h3>
      <p className={styles.small}>
        Portico signs messages with this secret (Standard Webhooks). Copy it now. You won't be able to see it again.
      </p>
      <code className={styles.code}>{secret}</code>
      <div>
        <Button variant="secondary" size="sm" onPress={() => void copy(secret)}>
          {isCopied ? 'Copied' : 'Copy the secret'}
        </Button>
      </div>
    </section>
  );
};
