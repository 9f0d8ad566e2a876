import { useState } from 'react';
import { ApiError, errorText, type ApiClient } from '@portico/api-client';
import type { RejectedEventContent } from '@portico/contracts/http/rejected-events';
import { Alert, Button, TextArea } from '@portico/ui';
import { tellFailure, tellSuccess } from '../../shared/messages/toasts.ts';
import { faultRange } from './fault-range.ts';
import * as styles from './rejected-dialog.css.ts';
import { useCorrection } from './rejected.queries.ts';

/** Where a text ceases to be JSON. */
const placeText = (text: string): string => {
  const start = faultRange(text, '')?.start;
  if (start === undefined) return '';
  const lines = text.slice(0, start).split('\n');
  return `: see line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
};

const parsed = (text: string): { ok: true; value: unknown } | { ok: false; reason: string } => {
  try {
    const value: unknown = JSON.parse(text);
    return { ok: true, value };
  } catch {
    return { ok: false, reason: `This is not valid JSON${placeText(text)}` };
  }
};

/** As people read it, when it is JSON at all. */
const laidOut = (text: string): string => {
  const json = parsed(text);
  return json.ok ? JSON.stringify(json.value, null, 2) : text;
};

/** Where it is, if the server said so, and what is wrong there. */
const faultText = (error: unknown): string => {
  const fault = error instanceof ApiError ? error.problem.faults?.[0] : undefined;
  return fault ? `${fault.pointer} ${fault.message}`.trim() : errorText(error);
};

export type CorrectionProps = { api: ApiClient; rejected: RejectedEventContent; onPublished: () => void };

/** The event to be corrected, judged as often as wanted before it is published again. */
export const Correction = ({ api, rejected, onPublished }: CorrectionProps) => {
  const [text, setText] = useState(() => laidOut(rejected.value));
  const { check, publish } = useCorrection(api, rejected.id);
  const json = parsed(text);
  const change = (next: string) => {
    setText(next);
    check.reset();
    publish.reset();
  };
  const onPublish = () =>
    publish.mutate(text, {
      onSuccess: ({ event_id }) => {
        tellSuccess('eventPublished', event_id);
        onPublished();
      },
      onError: (error) => tellFailure('eventPublish', error),
    });
  const fault = () => {
    if (!json.ok) return json.reason;
    if (publish.error !== null) return faultText(publish.error);
    if (check.error !== null) return errorText(check.error);
    if (check.data?.accepted !== false) return undefined;
    const { pointer, reason } = check.data.rejection;
    return `${pointer} ${reason}`.trim();
  };
  return (
    <div className={styles.correction}>
      <TextArea
        label="Corrected event"
        description="The id stays the same: an event that has been published again in the meantime is listed once."
        value={text}
        onChange={change}
        error={fault()}
        rows={12}
        spellCheck="false"
      />
      {check.data?.accepted === true && <Alert variant="info" title="This event would be accepted" />}
      <div className={styles.actions}>
        <Button
          variant="secondary"
          isDisabled={!json.ok}
          isLoading={check.isPending}
          onPress={() => json.ok && check.mutate(json.value)}
        >
          Check
        </Button>
        <Button isDisabled={!json.ok} isLoading={publish.isPending} onPress={onPublish}>
          Publish again
        </Button>
      </div>
    </div>
  );
};
