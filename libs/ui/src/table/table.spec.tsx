import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { RowMenu } from './row-menu.tsx';
import type { Column, TableSort } from './table-props.ts';
import { Table } from './table.tsx';

type Row = { id: number; name: string; city: string };
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', inCard: 'title', cell: (row) => row.name },
  { id: 'city', header: 'City', inCard: 'line', cell: (row) => row.city },
  {
    id: 'call',
    header: 'Call',
    inCard: 'lineEnd',
    cell: (row) => (
      <button type="button" aria-label={`Call ${row.name}`} onClick={() => onCall(row)}>
        Call
      </button>
    ),
  },
];
const ADA: Row = { id: 1, name: 'Ada', city: 'London' };
const GRACE: Row = { id: 2, name: 'Grace', city: 'New York' };
const onCall = jest.fn<(row: Row) => void>();
const onOpen = jest.fn<(row: Row) => void>();
const show = (rows: Row[] | undefined) =>
  render(
    <Table
      label="People"
      columns={columns}
      rows={rows}
      rowKey={(row) => String(row.id)}
      onOpen={onOpen}
      empty={<p>No results.</p>}
    />,
  );

describe('Table', () => {
  // spec: 9.24
  it('shows ten skeleton rows while loading and announces it', () => {
    show(undefined);
    expect(screen.getAllByTestId('skeleton-row')).toHaveLength(10);
    expect(screen.getByRole('status').textContent).toBe('Loading People');
    expect(screen.getByRole('table', { name: 'People' }).getAttribute('aria-busy')).toBe('true');
  });

  it('opens a row by a click anywhere in it and by keyboard', async () => {
    show([ADA, GRACE]);
    await userEvent.click(screen.getByRole('cell', { name: 'London' }));
    expect(onOpen).toHaveBeenLastCalledWith(ADA);
    within(screen.getByRole('cell', { name: 'Grace' }))
      .getByRole('button')
      .focus();
    await userEvent.keyboard('{Enter}');
    expect(onOpen).toHaveBeenLastCalledWith(GRACE);
    expect(onOpen).toHaveBeenCalledTimes(2);
  });

  it('does not open a row by a click on a control in the row', async () => {
    onOpen.mockReset();
    show([ADA]);
    await userEvent.click(screen.getByRole('button', { name: 'Call Ada' }));
    expect(onCall).toHaveBeenLastCalledWith(ADA);
    expect(onOpen).not.toHaveBeenCalled();
  });

  it("does not open a row when the user selects an action in the row's menu", async () => {
    onOpen.mockReset();
    const onInvite = jest.fn();
    const actions = [{ id: 'invite', text: 'Invite', onAction: onInvite }];
    const menu: Column<Row> = {
      id: 'menu',
      header: 'Actions',
      inCard: 'lineEnd',
      cell: ({ name }) => <RowMenu label={`Actions for ${name}`} actions={actions} />,
    };
    render(<Table label="People" columns={[menu]} rows={[ADA]} rowKey={String} onOpen={onOpen} empty={null} />);
    await userEvent.click(screen.getByRole('button', { name: 'Actions for Ada' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Invite' }));
    expect(onInvite).toHaveBeenCalledTimes(1);
    expect(onOpen).not.toHaveBeenCalled();
  });

  it('sorts by a header: descending, ascending, and back to the original order', async () => {
    const onSort = jest.fn<(sort: TableSort | null) => void>();
    const [name, city] = columns;
    const sortable = [name, { ...city, isSortable: true }] as Column<Row>[];
    const table = (sort: TableSort | null) => (
      <Table label="People" columns={sortable} rows={[ADA]} rowKey={String} empty={null} {...{ sort, onSort }} />
    );
    const { rerender } = render(table(null));
    expect(screen.queryByRole('button', { name: 'Name' })).toBeNull();
    for (const [sort, ariaSort] of [
      [{ column: 'city', isDescending: true }, 'descending'],
      [{ column: 'city', isDescending: false }, 'ascending'],
      [null, null],
    ] as const) {
      await userEvent.click(screen.getByRole('button', { name: 'City' }));
      expect(onSort).toHaveBeenLastCalledWith(sort);
      rerender(table(sort));
      expect(screen.getByRole('columnheader', { name: 'City' }).getAttribute('aria-sort')).toBe(ariaSort);
    }
  });

  it('shows an empty state', () => {
    show([]);
    expect(screen.getByText('No results.')).toBeTruthy();
  });

  it('moves between rows with the navigation keys', async () => {
    show([ADA, GRACE, { id: 3, name: 'Jean', city: 'Oxford' }]);
    const opener = (name: string) => within(screen.getByRole('cell', { name })).getByRole('button');
    opener('Ada').focus();
    for (const [key, name] of [
      ['{ArrowDown}', 'Grace'],
      ['{End}', 'Jean'],
      ['{ArrowDown}', 'Jean'],
      ['{ArrowUp}', 'Grace'],
      ['{Home}', 'Ada'],
      ['{PageDown}', 'Jean'],
      ['k', 'Grace'],
      ['j', 'Jean'],
    ] as const) {
      await userEvent.keyboard(key);
      expect(document.activeElement).toBe(opener(name));
    }
  });
});

describe('a table of many rows', () => {
  const MANY_ROWS = Array.from({ length: 5000 }, (_, id) => ({ id, name: `Row ${id}`, city: 'London' }));
  const shown = () => screen.getAllByRole('row').filter((row) => row.ariaRowIndex !== null || row.dataset['index']);

  beforeAll(() => {
    // Simulates ten visible rows, and scrolling to the requested position, because jsdom has no layout.
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(53);
    jest.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(530);
    jest.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(5001 * 53);
    HTMLElement.prototype.scrollTo = function scrollTo(this: HTMLElement, to?: ScrollToOptions | number) {
      this.scrollTop = typeof to === 'object' ? (to.top ?? 0) : 0;
      this.dispatchEvent(new Event('scroll'));
    };
  });
  afterAll(() => void jest.restoreAllMocks());

  it('renders only visible rows and announces the total', async () => {
    show(MANY_ROWS);
    await screen.findByText('Row 0');
    expect(shown().length).toBeLessThan(60);
    expect(screen.getByRole('table', { name: 'People' }).getAttribute('aria-rowcount')).toBe('5001');
    expect(screen.getByText('Row 1').closest('tr')?.getAttribute('aria-rowindex')).toBe('3');
  });

  it('keeps row elements when a row is inserted above, so that new rows fade in', async () => {
    const { rerender } = show(MANY_ROWS);
    const row = (await screen.findByText('Row 0')).closest('tr');
    const fresh = { id: -1, name: 'Row -1', city: 'London' };
    const table = (rows: Row[]) => (
      <Table
        label="People"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => String(id)}
        onOpen={onOpen}
        isFresh={({ id }) => id < 0}
        empty={null}
      />
    );
    rerender(table([fresh, ...MANY_ROWS]));
    expect(screen.getByText('Row 0').closest('tr')).toBe(row);
    const arrived = screen.getByText('Row -1').closest('tr') as HTMLTableRowElement;
    expect(arrived.dataset['fresh']).toBe('true');
    fireEvent.animationEnd(arrived);
    // After scrolling away and back, the row is not highlighted again.
    const group = screen.getByRole('group', { name: 'People' });
    act(() => group.scrollTo({ top: 100_000 }));
    await waitFor(() => expect(screen.queryByText('Row -1')).toBeNull());
    act(() => group.scrollTo({ top: 0 }));
    expect((await screen.findByText('Row -1')).closest('tr')?.dataset['fresh']).toBeUndefined();
  });

  it('moves the focus to every row by keyboard', async () => {
    onOpen.mockReset();
    show(MANY_ROWS);
    within(await screen.findByRole('cell', { name: 'Row 0' }))
      .getByRole('button')
      .focus();
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement?.textContent).toBe('Row 1');
    await userEvent.keyboard('{End}');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Row 4999'));
    await userEvent.keyboard('{Enter}');
    expect(onOpen.mock.lastCall).toEqual([MANY_ROWS[4999]]);
  });
});
