import { SearchX } from 'lucide-react';
import { useState } from 'react';
import {
  EmptyState,
  Filter,
  formatDuration,
  counted,
  formatNumber,
  formatPrice,
  formatRelative,
  formatTime,
  Pagination,
  type PaginationProps,
  PanelFilter,
  SearchBox,
  SearchChoice,
  StatusTag,
  Table,
  type Column,
  type TableProps,
  Row,
} from '../../src/index.ts';
import { State } from '../specimen.tsx';

type Event = { id: number; name: string; organization: string; event: string; at: string; status: string };

const NAMES = ['payroll', 'banking', 'invoicing'];
const eventAt = (id: number): Event => ({
  id,
  name: NAMES[id % NAMES.length] ?? '',
  organization: id % 2 === 0 ? 'Northwind Traders' : 'Acme',
  event: `payrun.completed.${id}`,
  at: new Date(Date.UTC(2026, 9, 1) + id * 61_000).toISOString(),
  status: id % 4 === 1 ? 'FAILURE' : 'SUCCESS',
});
const COLUMNS: readonly Column<Event>[] = [
  { id: 'name', header: 'Integration', inCard: 'title', cell: ({ name }) => name },
  { id: 'organization', header: 'Organization', inCard: 'note', cell: ({ organization }) => organization },
  { id: 'event', header: 'Event', inCard: 'line', cell: ({ event }) => event },
  { id: 'at', header: 'Timestamp', inCard: 'noteEnd', cell: ({ at }) => formatTime(at) },
  { id: 'status', header: 'Status', inCard: 'titleEnd', cell: ({ status }) => <StatusTag status={status} /> },
];

type SomeTableProps = { rows?: number } & Partial<Omit<TableProps<Event>, 'rows'>>;

const SomeTable = ({ rows, ...rest }: SomeTableProps) => (
  <Table
    label="Integration Events"
    columns={COLUMNS}
    rows={rows === undefined ? undefined : Array.from({ length: rows }, (_, id) => eventAt(id))}
    rowKey={({ id }) => String(id)}
    onOpen={() => undefined}
    empty={<EmptyState icon={SearchX} title="No results." />}
    {...rest}
  />
);

const Resized = () => {
  const [widths, setWidths] = useState<Record<string, number>>({});
  const resize = (id: string, width: number | null) =>
    setWidths((before) =>
      Object.fromEntries([
        ...Object.entries(before).filter(([other]) => other !== id),
        ...(width === null ? [] : [[id, width] as const]),
      ]),
    );
  const columns = COLUMNS.map((column) => (column.id === 'event' ? column : { ...column, width: '10rem' }));
  return <SomeTable rows={50} density="compact" isFilled columns={columns} widths={widths} onResize={resize} />;
};

export const Tables = () => (
  <>
    <State name="rows that open; the first has just come" isWide>
      <SomeTable rows={4} isFresh={({ id }) => id === 0} />
    </State>
    <State name="comfortable; the second row is open beside the table" isWide>
      <SomeTable rows={4} density="comfortable" isCurrent={({ id }) => id === 1} />
    </State>
    <State name="compact, in the height that there is, with columns that take widths" isWide>
      <div style={{ height: '12rem' }}>
        <Resized />
      </div>
    </State>
    <State name="about to be replaced" isWide>
      <SomeTable rows={2} isBusy />
    </State>
    <State name="in a narrow place: cards" isWide>
      <div style={{ maxWidth: '24rem' }}>
        <SomeTable rows={3} />
      </div>
    </State>
    <State name="loading" isWide>
      <SomeTable />
    </State>
    <State name="nothing found" isWide>
      <SomeTable rows={0} />
    </State>
    <State name="5,000 rows, of which only those are on the page that are seen" isWide>
      <SomeTable rows={5000} />
    </State>
  </>
);

type PagesProps = { count: number; from?: number } & Partial<PaginationProps>;

const Pages = ({ count, from = 1, ...rest }: PagesProps) => {
  const [page, setPage] = useState(from);
  return <Pagination page={page} count={count} size={10} onPageChange={setPage} {...rest} />;
};

export const Paginations = () => (
  <>
    <State name="few pages" isWide>
      <Pages count={38} from={2} />
    </State>
    <State name="many pages" isWide>
      <Pages count={12_345} from={617} />
    </State>
    <State name="at least so many, counting was given up" isWide>
      <Pages count={12_345} from={2} isExact={false} />
    </State>
  </>
);

export const SearchBoxes = () => {
  const [term, setTerm] = useState('payrun');
  return (
    <Row gap={3}>
      <SearchBox placeholder="Search Events..." value="" onSearch={() => undefined} />
      <SearchBox placeholder="Search integration..." value={term} onSearch={setTerm} />
    </Row>
  );
};

const Found = ({ value, onChange }: { value: string | null; onChange: (name: string | null) => void }) => {
  const [term, onTerm] = useState('');
  const items = NAMES.filter((name) => name.includes(term)).map((name) => ({ id: name, text: name }));
  const search = { term, setTerm: onTerm, items, status: 'ready' as const, retry: () => undefined };
  return <SearchChoice label="Integrations" placeholder="Search integrations..." {...{ search, value, onChange }} />;
};

export const Filters = () => {
  const [status, setStatus] = useState<string | null>(null);
  const [name, setName] = useState<string | null>('payroll');
  return (
    <Row gap={3}>
      <Filter label="Status" options={['SUCCESS', 'FAILURE']} value={status} onChange={setStatus} />
      <Filter label="Integrations" options={NAMES} value={name} onChange={setName} />
      <PanelFilter label="Integrations" value={name} renderPanel={() => <Found value={name} onChange={setName} />} />
    </Row>
  );
};

const TIMESTAMP = '2026-10-01T12:30:00.250Z';

export const Formats = () => (
  <Row gap={3}>
    <State name="number">{formatNumber(1_234_567)}</State>
    <State name="count">{counted(1_200, 'event')}</State>
    <State name="price, from cents">{formatPrice(4_950)}</State>
    <State name="time">{formatTime(TIMESTAMP)}</State>
    <State name="time, UTC, to the millisecond">{formatTime(TIMESTAMP, 'utc', 'precise')}</State>
    <State name="time, as of a minute later">{formatRelative(TIMESTAMP, Date.parse(TIMESTAMP) + 60_000)}</State>
    <State name="span of time">{formatDuration(95_000)}</State>
  </Row>
);
