import type { UseQueryResult } from '@tanstack/react-query';
import { Plus, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Page } from '@portico/contracts/common/page';
import { Button, EmptyState, Icon, Row, Screen, SearchBox, type Column, type TableProps } from '@portico/ui';
import { ListPage } from './list-page.tsx';
import type { ListSearch } from './list-search.ts';
import * as styles from './list-screen.css.ts';

export type ListScreenProps<Item extends { id: number }, Search extends ListSearch> = Pick<
  TableProps<Item>,
  'sort' | 'onSort'
> & {
  heading: string;
  searchFor: string;
  /** Text of the add button. Without a text, the list has no add button. */
  addText?: string;
  tools?: ReactNode;
  /** Title of the error message. */
  failure: string;
  columns: readonly Column<Item>[];
  query: UseQueryResult<Page<Item>>;
  search: Search;
  onSearchChange: (search: Search, options?: { replace: boolean }) => void;
  onAdd?: () => void;
  onOpen: (row: Item) => void;
};

export const ListScreen = <Item extends { id: number }, Search extends ListSearch>(
  props: ListScreenProps<Item, Search>,
) => {
  const { heading, searchFor, addText, tools, onAdd, ...list } = props;
  const { search, onSearchChange } = list;
  return (
    <Screen heading={heading}>
      <Row justify="between" gap={3}>
        <div className={styles.search}>
          <SearchBox
            placeholder={searchFor}
            value={search.search ?? ''}
            onSearch={(term) => onSearchChange({ ...search, page: undefined, search: term || undefined })}
          />
        </div>
        <Row gap={3}>
          {tools}
          {onAdd && (
            <Button onPress={onAdd}>
              <Icon of={Plus} />
              {addText}
            </Button>
          )}
        </Row>
      </Row>
      <ListPage {...list} label={heading} empty={<EmptyState icon={SearchX} title="No results." />} />
    </Screen>
  );
};
