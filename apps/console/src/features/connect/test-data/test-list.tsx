import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { TestEvent } from '@portico/contracts/http/test-events';
import { EmptyState } from '@portico/ui';
import { useApi } from '../../../api/use-api.ts';
import { ListPage } from '../../../shared/lists/list-page.tsx';
import { testColumns } from './test-columns.tsx';
import { testEventsQuery } from './test-events.queries.ts';
import type { TestDataInUrl } from './test-search.ts';
import { TestEventDialog } from './test-event-dialog.tsx';

const HOW = 'Create a key of mode Test, and publish an event with it. It is shown here with what would become of it.';

export type TestListProps = TestDataInUrl & {
  id: number;
  /** The way to where keys are made, from another page. */
  toKeys?: ReactNode;
};

/** What came with test keys of an integration, the latest first. */
export const TestList = ({ id, search, onSearchChange, toKeys }: TestListProps) => {
  const api = useApi();
  const query = useQuery(testEventsQuery(api, id, search.page ?? 1));
  const [opened, setOpened] = useState<TestEvent | null>(null);
  return (
    <>
      <ListPage
        label="Test events"
        failure="Test events could not be loaded"
        empty={
          <EmptyState icon={FlaskConical} title="No test events." text={HOW}>
            {toKeys}
          </EmptyState>
        }
        columns={testColumns}
        query={query}
        search={search}
        onSearchChange={onSearchChange}
        onOpen={setOpened}
      />
      {opened && <TestEventDialog test={opened} onClose={() => setOpened(null)} />}
    </>
  );
};
