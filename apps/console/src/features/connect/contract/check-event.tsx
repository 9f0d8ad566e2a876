import { useId, useRef, useState } from 'react';
import type { Connect } from '@portico/contracts/http/connect';
import { Alert, Button } from '@portico/ui';
import { JsonEditor } from '../../../shared/event-check/lazy-editor.tsx';
import { useEventCheck } from '../../../shared/event-check/use-event-check.ts';
import { errorFault, type Fault, faultText, parsed, rejectionFault } from '../../../shared/event-check/verdict.ts';
import * as styles from '../connect.css.ts';
import { exampleEvent } from '../snippets/example-event.ts';
import { AdviceNote } from './advice/advice-note.tsx';
import { useAdvice } from './advice/use-advice.ts';
import * as look from './check-event.css.ts';
import { serverNow } from '../../../shared/time/server-clock.ts';

const exampleOf = (connect: Connect): string =>
  JSON.stringify(
    {
      id: 'an id of your own',
      ...exampleEvent({ connect }),
      timestamp: new Date(serverNow()).toISOString(),
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    },
    null,
    2,
  );

/** The button that was pressed is gone, and the focus with it. */
const focus = (place: HTMLElement | null): void => place?.focus();

/** An event to be tried: what would become of it, by the judge of what is published. Nothing is published. */
export const CheckEvent = ({ connect }: { connect: Connect }) => {
  const [initial] = useState(() => exampleOf(connect));
  const [text, setText] = useState(initial);
  const check = useEventCheck();
  const advice = useAdvice(connect.id);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const json = parsed(text);
  const judge = () => {
    if (!json.ok) return;
    check.mutate(json.value);
    advice.mutate(json.value);
  };
  const faultNow = (): Fault | null => {
    if (!json.ok) return json.fault;
    if (check.error !== null) return errorFault(text, check.error);
    return check.data?.accepted === false ? rejectionFault(text, check.data.rejection) : null;
  };
  const wrong = faultNow();
  return (
    <section ref={focus} tabIndex={-1} aria-labelledby={`${id}-heading`} className={look.check}>
      <h3 id={`${id}-heading`} className={styles.subtitle}>
        Check an event
      </h3>
      <JsonEditor
        label="Event to check"
        describedBy={`${id}-fault ${id}-note`}
        initial={initial}
        onChange={(next) => {
          setText(next);
          check.reset();
          advice.reset();
        }}
        fault={wrong}
        onCheck={judge}
        onLeave={() => button.current?.focus()}
      />
      <output id={`${id}-fault`} className={look.fault}>
        {wrong && faultText(text, wrong)}
      </output>
      {check.data?.accepted === true && <Alert variant="info" title="This event would be accepted" />}
      {check.data !== undefined && advice.data && <AdviceNote text={text} advice={advice.data} />}
      <p id={`${id}-note`} className={styles.small}>
        Nothing is published. Ctrl or ⌘ with Enter checks, too.
      </p>
      <div>
        <Button ref={button} isDisabled={!json.ok} isLoading={check.isPending} onPress={judge}>
          Check
        </Button>
      </div>
    </section>
  );
};
