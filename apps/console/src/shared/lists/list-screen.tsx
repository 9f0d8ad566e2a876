import type { UseQueryResult } from '@tanstack/react-query';
import { Plus, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Page } from '@portico/contracts/common/page';
import { Button, EmptyState, Icon, Screen, SearchBox, type Column, type TableProps } from '@portico/ui';
import { ListPage } from './list-page.tsx';
import type { ListSearch } from './list-search.ts';
import * as styles from './list-screen.css.ts';

export type ListScreenProps<Row extends { id: number }, Search extends ListSearch> = Pick<
  TableProps<Row>,
  'sort' | 'onSort'
> & {
  heading: string;
  searchFor: string;
  /** Text of the add button. Without a text, the list has no add button. */
  addText?: string;
  tools?: ReactNode;
  /** Title of the error message. */
  failure: string;
  columns: readonly Column<Row>[];
  query: UseQueryResult<Page<Row>>;
  search: Search;
  onSearchChange: (search: Search, options?: { replace: boolean }) => void;
  onAdd?: () => void;
  onOpen: (row: Row) => void;
};

export const ListScreen = <Row extends { id: number }, Search extends ListSearch>(
  props: ListScreenProps<Row, Search>,
) => {
  const { heading, searchFor, addText, tools, onAdd, ...list } = props;
  const { search, onSearchChange } = list;
  return (
    <Screen heading={heading}>
      <div className={styles.toolbar}>
        <div className={styles.search}>
          <SearchBox
            placeholder={searchFor}
            value={search.search ?? ''}
            onSearch={(term) => onSearchChange({ ...search, page: undefined, search: term || undefined })}
          />
        </div>
        <div className={styles.tools}>
          {tools}
          {onAdd && (
            <Button onPress={onAdd}>
              <Icon of={Plus} />
              {addText}
            </Button>
          )}
        </div>
      </div>
      <ListPage {...list} label={heading} empty={<EmptyState icon={SearchX} title="No results." />} />
    </Screen>
  );
};
