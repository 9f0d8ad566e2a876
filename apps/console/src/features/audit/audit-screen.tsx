import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { errorText } from '@portico/api-client';
import type { ListedAuditEntry } from '@portico/contracts/http/audit';
import {
  Alert,
  Button,
  type Column,
  counted,
  EmptyState,
  formatNumber,
  formatTime,
  Row,
  Screen,
  SearchBox,
  Stack,
  Table,
} from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { saveFile } from '../../shared/files/save-file.ts';
import { LoadFailure } from '../../shared/messages/load-failure.tsx';
import { AUDIT_FIELDS, auditFile, auditQuery, type AuditSearch, filterOf } from './audit.queries.ts';

const PLACEHOLDERS: Record<(typeof AUDIT_FIELDS)[number], string> = {
  actor: 'Actor: e-mail or user id',
  action: 'Action: organization.update',
  target: 'Target: integration:5',
  organization: 'Organization id',
  from: 'From: 2026-11-01',
  to: 'To: 2026-11-30',
};

const columns: readonly Column<ListedAuditEntry>[] = [
  {
    id: 'time',
    header: 'Time',
    inCard: 'note',
    cell: ({ time }) => <time dateTime={time}>{formatTime(time)}</time>,
  },
  {
    id: 'actor',
    header: 'Actor',
    inCard: 'title',
    cell: ({ actor: { email, kind, role } }) => <bdi>{email === null ? kind : `${email} (${role ?? kind})`}</bdi>,
  },
  { id: 'action', header: 'Action', inCard: 'line', cell: ({ action }) => action },
  {
    id: 'targets',
    header: 'Target',
    inCard: 'more',
    cell: ({ targets, rows }) => [...targets, ...(rows === null ? [] : [counted(rows, 'row')])].join(', ') || '–',
  },
  {
    id: 'organizations',
    header: 'Organizations',
    inCard: 'extra',
    isNamedInCard: true,
    isDroppedFirst: true,
    cell: ({ organizations }) => {
      const shown = organizations.slice(0, 3).join(', ');
      return organizations.length > 3 ? `${shown} and ${formatNumber(organizations.length - 3)} more` : shown || '–';
    },
  },
  {
    id: 'outcome',
    header: 'Outcome',
    inCard: 'titleEnd',
    cell: ({ outcome, reason }) => (reason === null ? outcome : `${outcome}: ${reason}`),
  },
  {
    id: 'from',
    header: 'From',
    inCard: 'noteNext',
    isDroppedFirst: true,
    cell: ({ channel, address }) => (address === null ? channel : `${channel}, ${address}`),
  },
];

type AuditScreenProps = { search: AuditSearch; onSearchChange: (search: AuditSearch) => void };

/** The audit log: every change, and every access to events. */
export const AuditScreen = ({ search, onSearchChange }: AuditScreenProps) => {
  const api = useApi();
  const filter = filterOf(search);
  const query = useInfiniteQuery(auditQuery(api, filter));
  const file = useMutation({
    mutationFn: async (format: 'csv' | 'ndjson') => saveFile(await auditFile(api, filter, format), `audit.${format}`),
  });
  return (
    <Screen
      heading="Audit"
      lead="Who changed data and who viewed events. Each entry contains the hash of the entry before it."
      tools={
        <Row>
          {(['csv', 'ndjson'] as const).map((format) => (
            <Button
              key={format}
              variant="secondary"
              isLoading={file.isPending && file.variables === format}
              onPress={() => file.mutate(format)}
            >
              {`Export ${format.toUpperCase()}`}
            </Button>
          ))}
        </Row>
      }
    >
      <Stack gap={4}>
        <Row>
          {AUDIT_FIELDS.map((field) => (
            <SearchBox
              key={field}
              placeholder={PLACEHOLDERS[field]}
              value={search[field] ?? ''}
              onSearch={(text) => onSearchChange({ ...search, [field]: text === '' ? undefined : text })}
            />
          ))}
        </Row>
        {file.error !== null && <Alert variant="danger" title={errorText(file.error)} />}
        {query.isError && query.data === undefined ? (
          <LoadFailure title="The audit log could not be loaded" query={query} />
        ) : (
          <Table
            label="Audit"
            columns={columns}
            rows={query.data?.pages.flatMap(({ data }) => data)}
            rowKey={({ id }) => id}
            isBusy={query.isPlaceholderData}
            empty={<EmptyState icon={ScrollText} title="No entries." />}
          />
        )}
        {query.hasNextPage && (
          <Row>
            <Button variant="secondary" isLoading={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
              Older entries
            </Button>
          </Row>
        )}
      </Stack>
    </Screen>
  );
};
