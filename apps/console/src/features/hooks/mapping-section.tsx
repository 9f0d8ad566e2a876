import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { errorText } from '@portico/api-client';
import type { Mapping } from '@portico/contracts/events/mapping';
import type { EventRow } from '@portico/contracts/http/events';
import {
  Card,
  type Column,
  Columns,
  EmptyState,
  Form,
  FormActions,
  Note,
  SectionHeader,
  Stack,
  StatusTag,
  SubmitButton,
  Table,
  TextArea,
  TextField,
} from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { Ago } from '../../shared/health/ago.tsx';
import { rejectedHref } from '../../shared/health/hrefs.ts';
import { LoadFailure, LoadState } from '../../shared/messages/load-failure.tsx';
import { deliveriesQuery, mappingQuery, rejectedQuery, useHookMutations } from './hooks.queries.ts';
import { formOf, MappingForm, mappingOf, previewOf } from './mapping-form.ts';

const LEAD =
  'JSON pointers into the body of new webhooks and CloudEvents of this integration. Leave a field empty to use its default.';
const POINTERS = [
  ['name', 'Event name', '/type'],
  ['message', 'Message', '/data/title'],
  ['subject', 'Subject', '/data/order/id'],
  ['id', 'ID', '/id'],
  ['time', 'Time', '/created'],
] as const;

type Preview = ReturnType<typeof previewOf> & { key: string; at: string };

const COLUMNS: readonly Column<Preview>[] = [
  { id: 'name', header: 'Event', inCard: 'title', cell: ({ name }) => name },
  { id: 'message', header: 'Message', inCard: 'line', cell: ({ message }) => message },
  {
    id: 'subject',
    header: 'Subject',
    inCard: 'noteNext',
    isNamedInCard: true,
    cell: ({ subject }) => subject || 'none',
  },
  { id: 'severity', header: 'Severity', inCard: 'lineEnd', cell: ({ severity }) => severity },
  { id: 'at', header: 'Arrived', inCard: 'note', cell: ({ at }) => <Ago at={at} /> },
  { id: 'status', header: 'Status', inCard: 'titleEnd', cell: ({ result }) => <StatusTag status={result} /> },
];

const previewsOf = (mapping: Mapping, rows: readonly EventRow[]): Preview[] =>
  rows.map((row) => ({ ...previewOf(mapping, row), key: row.id, at: row.published_at }));

/** The last deliveries, converted with the edited mapping. */
const Deliveries = ({ id, mapping }: { id: number; mapping: Mapping }) => {
  const api = useApi();
  const query = useQuery(deliveriesQuery(api, id));
  const rejected = useQuery(rejectedQuery(api, id)).data?.data[0];
  if (query.isError && query.data === undefined)
    return <LoadFailure isInside title="The deliveries could not be loaded" query={query} />;
  return (
    <Stack>
      <SectionHeader level={3} heading="The last 10 deliveries with this mapping" />
      <Table
        label="Preview"
        columns={COLUMNS}
        rows={query.data && previewsOf(mapping, query.data.data)}
        rowKey={({ key }) => key}
        density="comfortable"
        empty={<EmptyState icon={SearchX} title="No deliveries yet." />}
      />
      {rejected && (
        <Note tone="warning">
          The last rejected event, <Ago at={rejected.published_at} />: {rejected.rejection.reason}.{' '}
          <a href={rejectedHref(id)}>All rejected events</a>
        </Note>
      )}
    </Stack>
  );
};

const MappingFields = ({ id, mapping }: { id: number; mapping: Mapping }) => {
  const { save } = useHookMutations(id);
  return (
    <Form
      aria-label="Mapping"
      schema={MappingForm}
      defaultValues={formOf(mapping)}
      explain={(error) => ({ text: errorText(error) })}
      onSubmit={async (form) => {
        const changed = mappingOf(form, mapping);
        if (!changed) throw new Error('A field is not a JSON pointer');
        await save.mutateAsync(changed);
      }}
    >
      {({ field, isChanged }) => {
        const draft = mappingOf(
          {
            name: field('name').value,
            message: field('message').value,
            subject: field('subject').value,
            id: field('id').value,
            time: field('time').value,
            result: field('result').value,
            resultValues: field('resultValues').value,
            severity: field('severity').value,
            severityValues: field('severityValues').value,
          },
          mapping,
        );
        return (
          <Stack gap={5}>
            <Columns>
              {POINTERS.map(([name, label, placeholder]) => (
                <TextField key={name} {...field(name)} label={label} placeholder={placeholder} spellCheck="false" />
              ))}
            </Columns>
            <Columns>
              <TextField {...field('result')} label="Result" placeholder="/data/status" spellCheck="false" />
              <TextArea {...field('resultValues')} label="Values of the result" placeholder="failed = FAILURE" />
              <TextField {...field('severity')} label="Severity" placeholder="/data/level" spellCheck="false" />
              <TextArea {...field('severityValues')} label="Values of the severity" placeholder="critical = FATAL" />
            </Columns>
            <FormActions>
              <SubmitButton isDisabled={!isChanged}>Save</SubmitButton>
            </FormActions>
            <Deliveries id={id} mapping={draft ?? mapping} />
          </Stack>
        );
      }}
    </Form>
  );
};

/** Edits the mapping from parts of a body to fields of an event. Shows a preview with the last deliveries. */
export const MappingSection = ({ id }: { id: number }) => {
  const query = useQuery(mappingQuery(useApi(), id));
  return (
    <Stack>
      <SectionHeader heading="Mapping" lead={LEAD} />
      {query.data ? (
        <Card>
          <MappingFields id={id} mapping={query.data} />
        </Card>
      ) : (
        <LoadState isInside title="The mapping could not be loaded" query={query} height="24rem" />
      )}
    </Stack>
  );
};
