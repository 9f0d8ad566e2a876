import { MAX_HEADERS } from '@portico/contracts/http/channel-targets';
import { Button, TextField } from '@portico/ui';
import { RowButton } from '../../../shared/lists/row-button.tsx';
import * as styles from '../notifications.css.ts';

export type HeaderDraft = { name: string; value: string };

type Draft = { headers: readonly HeaderDraft[]; user: string; password: string };

type WebhookFieldsProps = { draft: Draft; onChange: (change: Partial<Draft>) => void };

/** Credentials of a webhook's receiver: a user, a password, and headers. The server never returns the credentials. */
export const WebhookFields = ({ draft: { headers, user, password }, onChange }: WebhookFieldsProps) => {
  const change = (at: number, part: Partial<HeaderDraft>) =>
    onChange({ headers: headers.map((header, index) => (index === at ? { ...header, ...part } : header)) });
  return (
    <>
      <TextField
        label="User"
        description="User and password for basic auth, or leave both empty. You won't be able to see the password or the headers again."
        value={user}
        onChange={(next) => onChange({ user: next })}
        maxLength={500}
        autoComplete="off"
        spellCheck="false"
      />
      <TextField
        label="Password"
        type="password"
        value={password}
        onChange={(next) => onChange({ password: next })}
        maxLength={500}
        autoComplete="new-password"
      />
      {headers.map(({ name, value }, index) => (
        // A header has no id, so its position is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={styles.header}>
          <TextField
            label={`Header ${index + 1}`}
            placeholder="X-Api-Key"
            value={name}
            onChange={(next) => change(index, { name: next })}
            maxLength={100}
            spellCheck="false"
            isRequired
          />
          <TextField
            label={`Value ${index + 1}`}
            value={value}
            onChange={(next) => change(index, { value: next })}
            maxLength={2_000}
            autoComplete="off"
            spellCheck="false"
            isRequired
          />
          <RowButton
            text="Remove"
            target={`header ${index + 1}`}
            onPress={() => onChange({ headers: headers.toSpliced(index, 1) })}
          />
        </div>
      ))}
      {headers.length < MAX_HEADERS && (
        <div>
          <Button
            variant="secondary"
            size="sm"
            onPress={() => onChange({ headers: [...headers, { name: '', value: '' }] })}
          >
            Add a header
          </Button>
        </div>
      )}
    </>
  );
};
