import { useState } from 'react';
import { errorText } from '@portico/api-client';
import { type Channel, VERIFY_HOURS } from '@portico/contracts/http/channels';
import { Alert, Button, Row, Stack, TextField } from '@portico/ui';
import { useChannelMutations } from '../../../shared/notices/channels.queries.ts';
import * as styles from '../notifications.css.ts';

type VerifyFormProps = { channel: Channel; onVerified?: () => void };

export const VerifyForm = ({ channel, onVerified }: VerifyFormProps) => {
  const { verify } = useChannelMutations(channel.id);
  const [code, setCode] = useState('');
  const [isSentAgain, setIsSentAgain] = useState(false);
  return (
    <form
      aria-label="Verify the channel"
      onSubmit={(event) => {
        event.preventDefault();
        setIsSentAgain(false);
        verify.mutate(code, onVerified && { onSuccess: onVerified });
      }}
    >
      <Stack gap={4}>
        <p className={styles.small}>
          A code was sent to {channel.hint}. It is valid for {VERIFY_HOURS} hours. Portico sends no other messages there
          before you enter it.
        </p>
        {verify.error && <Alert variant="danger">{errorText(verify.error)}</Alert>}
        {isSentAgain && verify.isSuccess && <Alert variant="info">A new code was sent.</Alert>}
        <TextField
          label="Code"
          placeholder="8 letters and digits"
          value={code}
          onChange={setCode}
          autoComplete="one-time-code"
          maxLength={20}
          spellCheck="false"
          isRequired
        />
        <Row>
          <Button type="submit" isLoading={verify.isPending} isDisabled={code.trim() === ''}>
            Verify
          </Button>
          <Button
            variant="secondary"
            isDisabled={verify.isPending}
            onPress={() => {
              setIsSentAgain(true);
              verify.mutate(undefined);
            }}
          >
            Send a new code
          </Button>
        </Row>
      </Stack>
    </form>
  );
};
