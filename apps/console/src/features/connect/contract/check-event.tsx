import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import type { Connect } from '@portico/contracts/http/connect';
import { Alert, Button } from '@portico/ui';
import { JsonEditor } from '../../../shared/event-check/lazy-editor.tsx';
import { useEventCheck } from '../../../shared/event-check/use-event-check.ts';
import {
  errorFault,
  type Fault,
  faultText,
  parsed,
  rejectionFault,
  faultAt,
} from '../../../shared/event-check/verdict.ts';
import * as styles from '../connect.css.ts';
import { exampleEvent } from '../snippets/example-event.ts';
import { serverNow } from '../../../shared/time/server-clock.ts';
import { useApi } from '../../../api/use-api.ts';
import { schemasQuery } from './schemas/schemas.queries.ts';
import { checkDetails } from './advice/check-details.ts';
import type { Misfit } from './advice/misfits.ts';

/** The result of comparing an event's details with their schema; `misfits` is null if the comparison failed. */
type Advice = { event: string; misfits: Misfit[] | null };

type Members = Record<string, unknown>;
const isObject = (value: unknown): value is Members => typeof value === 'object' && value !== null;

/** Finds the event in the input. The input is the event, or a CloudEvent that contains it. `at` is the JSON Pointer to the event. */
const eventIn = (value: unknown): { at: string; name: unknown; details: unknown } | null => {
  if (!isObject(value)) return null;
  const [at, event] = 'specversion' in value ? ['/data', value.data] : ['', value];
  return isObject(event) ? { at, name: event.event_name, details: event.details } : null;
};

/** Compares an event's details with the schema of its event name. The result is null if the event or the schema is missing. */
const useAdvice = (id: number) => {
  const api = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (value: unknown): Promise<Advice | null> => {
      const event = eventIn(value);
      if (!event || event.details === undefined) return null;
      const { data } = await queryClient.fetchQuery(schemasQuery(api, id));
      const declared = data.find(({ event_name }) => event_name === event.name);
      if (!declared) return null;
      const found = await checkDetails(declared.schema, event.details);
      const misfits =
        found?.map(({ pointer, message }) => ({ pointer: `${event.at}/details${pointer}`, message })) ?? null;
      return { event: declared.event_name, misfits };
    },
  });
};

/** Shows whether the details match the schema, next to the API's result. `text` is the event as the user typed it. */
const AdviceNote = ({ text, advice: { event, misfits } }: { text: string; advice: Advice }) => {
  if (misfits === null)
    return (
      <Alert title={`The details could not be compared with the schema of ${event}`}>
        The check took too long, or the schema refers to itself endlessly. Portico still accepts such events.
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
      Portico still accepts the event.
    </Alert>
  );
};

const exampleOf = (connect: Connect): string =>
  JSON.stringify(
    {
      id: 'an id that you choose',
      ...exampleEvent({ connect }),
      timestamp: new Date(serverNow()).toISOString(),
      trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
    },
    null,
    2,
  );

/** Focuses the section, because the pressed button, which had the focus, has disappeared. */
const focus = (place: HTMLElement | null): void => place?.focus();

/** Validates an event without publishing it. */
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
  const eventFault = faultNow();
  return (
    <section ref={focus} tabIndex={-1} aria-labelledby={`${id}-heading`} className={styles.stack}>
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
        fault={eventFault}
        onCheck={judge}
        onLeave={() => button.current?.focus()}
      />
      <output id={`${id}-fault`} className={styles.fault}>
        {eventFault && faultText(text, eventFault)}
      </output>
      {check.data?.accepted === true && <Alert variant="info" title="This event would be accepted" />}
      {check.data !== undefined && advice.data && <AdviceNote text={text} advice={advice.data} />}
      <p id={`${id}-note`} className={styles.small}>
        The check publishes no event. You can also press Ctrl+Enter or ⌘+Enter.
      </p>
      <div>
        <Button ref={button} isDisabled={!json.ok} isLoading={check.isPending} onPress={judge}>
          Check
        </Button>
      </div>
    </section>
  );
};
