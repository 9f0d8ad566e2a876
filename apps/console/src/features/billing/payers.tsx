import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { ApiClient } from '@portico/api-client';
import { listPurchases, type Purchase } from '@portico/contracts/http/billing';
import {
  Badge,
  type Column,
  EmptyState,
  formatNumber,
  formatTime,
  Row,
  SearchBox,
  SectionHeader,
  Stack,
} from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { ListPage } from '../../shared/lists/list-page.tsx';
import { listQueryOf, type ListSearch } from '../../shared/lists/list-search.ts';
import { money } from '../../shared/purchases/money.ts';

export const purchasesQuery = (api: ApiClient, search: ListSearch) => {
  const query = listQueryOf(search);
  return queryOptions({
    queryKey: ['purchases', query],
    queryFn: ({ signal }) => api.call(listPurchases, { query, signal }),
    placeholderData: keepPreviousData,
  });
};

const nameOf = ({ organizationId, organizationName }: Purchase): string =>
  organizationName ?? `Organization ${organizationId}`;
const itemText = ({ name, quantity }: Purchase['items'][number]): string =>
  quantity === 1 ? name : `${formatNumber(quantity)} × ${name}`;

const STATES = {
  past_due: { text: 'payment failed', tone: 'danger' },
  active: { text: 'active', tone: 'success' },
  refunded: { text: 'refunded', tone: 'neutral' },
  canceled: { text: 'canceled', tone: 'neutral' },
} as const;
const ORDER = ['past_due', 'active', 'refunded', 'canceled'] as const;

/** The state of the item that needs attention most. */
const stateOf = (items: Purchase['items']) =>
  ORDER.find((state) => items.some(({ status }) => status === state)) ?? 'canceled';

const State = ({ text, tone }: (typeof STATES)[keyof typeof STATES]) => <Badge tone={tone}>{text}</Badge>;

const COLUMNS: readonly Column<Purchase>[] = [
  { id: 'organization', header: 'Organization', inCard: 'title', cell: nameOf },
  { id: 'items', header: 'Bought', inCard: 'line', cell: ({ items }) => items.map(itemText).join(', ') },
  {
    id: 'amount',
    header: 'Paid at once',
    inCard: 'titleEnd',
    width: '9rem',
    cell: ({ amountTotal, currency }) => money(amountTotal, currency),
  },
  {
    id: 'state',
    header: 'State',
    inCard: 'noteEnd',
    width: '8rem',
    cell: ({ items }) => <State {...STATES[stateOf(items)]} />,
  },
  {
    id: 'at',
    header: 'Bought on',
    inCard: 'note',
    width: '13rem',
    cell: ({ purchasedAt }) => <time dateTime={purchasedAt}>{formatTime(purchasedAt)}</time>,
  },
];

type PayersProps = {
  search: ListSearch;
  onSearchChange: (search: ListSearch, options?: { replace: boolean }) => void;
  onOpen: (organization: { id: number; name: string }) => void;
};

/** Purchases of all organizations, for administrators; a row opens the organization's billing. */
export const Payers = ({ search, onSearchChange, onOpen }: PayersProps) => {
  const query = useQuery(purchasesQuery(useApi(), search));
  return (
    <Stack>
      <SectionHeader heading="Who pays what" />
      <Row>
        <SearchBox
          placeholder="Search organizations..."
          value={search.search ?? ''}
          onSearch={(term) => onSearchChange({ search: term || undefined })}
        />
      </Row>
      <ListPage
        label="Who pays what"
        failure="The purchases could not be loaded"
        empty={<EmptyState icon={ReceiptText} title="No purchases." />}
        columns={COLUMNS}
        query={query}
        search={search}
        onSearchChange={onSearchChange}
        onOpen={(row) => onOpen({ id: row.organizationId, name: nameOf(row) })}
      />
    </Stack>
  );
};
