import { Alert } from '@portico/ui';
import { faultAt, faultText } from '../../../../shared/event-check/verdict.ts';
import * as styles from '../../connect.css.ts';
import type { Advice } from './use-advice.ts';

/** What the declared schema says of an event, beside the verdict. `text`: the event as it was written. */
export const AdviceNote = ({ text, advice: { event, misfits } }: { text: string; advice: Advice }) => {
  if (misfits === null)
    return (
      <Alert title={`The details could not be compared with the schema of ${event}`}>
        It took too long, or the schema refers to itself without end. Events are accepted all the same.
      </Alert>
    );
  if (misfits.length === 0) return <Alert title={`The details fit the schema of ${event}`} />;
  return (
    <Alert title={`Advice: the details do not fit the schema of ${event}`}>
      <ul className={styles.advice}>
        {misfits.map(({ pointer, message }) => (
          <li key={`${pointer} ${message}`}>{faultText(text, faultAt(text, pointer, message))}</li>
        ))}
      </ul>
      No event is rejected for this.
    </Alert>
  );
};
