import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import type { EventRow } from '@portico/contracts/http/events';
import { Button, Icon, Segments } from '@portico/ui';
import { detailsFields } from '../query-box/details-fields.ts';
import { columnKeyIn, hasRoom, OPTIONAL_COLUMNS, STANDARD, type ColumnKey } from './column-keys.ts';
import { eventColumns } from './event-columns.tsx';
import type { ListLook } from './use-list-look.ts';
import * as styles from './columns-panel.css.ts';

export type ColumnsPanelProps = { look: ListLook; rows: readonly EventRow[] };

const DENSITIES = [
  { id: 'compact', text: 'Compact' },
  { id: 'comfortable', text: 'Comfortable' },
] as const;

const headerOf = (key: ColumnKey): string => eventColumns({ zone: 'local', isBeside: false }, [key])[0]?.header ?? key;

const moved = (keys: readonly ColumnKey[], index: number, by: -1 | 1): ColumnKey[] => {
  const next = [...keys];
  const [key] = next.splice(index, 1);
  if (key !== undefined) next.splice(index + by, 0, key);
  return next;
};

const DetailsColumn = ({ paths, onAdd }: { paths: readonly string[]; onAdd: (key: ColumnKey) => void }) => {
  const [text, setText] = useState('');
  const [isRefused, setIsRefused] = useState(false);
  const [list, fault] = [useId(), useId()];
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const key = columnKeyIn(`details.${text.trim().replace(/^details\./, '')}`);
    setIsRefused(key === undefined);
    if (key === undefined) return;
    onAdd(key);
    setText('');
  };
  return (
    <form className={styles.add} onSubmit={add} noValidate>
      <input
        className={styles.input}
        aria-label="Field of the details"
        placeholder="details.amount.cents"
        value={text}
        list={list}
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => setText(event.currentTarget.value)}
        {...(isRefused && { 'aria-invalid': true, 'aria-describedby': fault })}
      />
      <datalist id={list}>
        {paths.map((path) => (
          <option key={path}>{path}</option>
        ))}
      </datalist>
      <Button type="submit" variant="secondary" size="sm">
        Add
      </Button>
      {isRefused && (
        <p id={fault} role="alert" className={styles.fault}>
          Type a path like amount.cents
        </p>
      )}
    </form>
  );
};

export const ColumnsPanel = ({ look, rows }: ColumnsPanelProps) => {
  const { columns, setColumns, addColumn } = look;
  const shown = useRef<HTMLUListElement>(null);
  const available = [...STANDARD, ...OPTIONAL_COLUMNS].filter((key) => !columns.includes(key));
  const paths = detailsFields(rows.map(({ details }) => details)).map(({ name }) => name);
  // Removing or adding a column removes the pressed button, which had the focus, so the list takes the focus.
  const remove = (key: ColumnKey) => {
    setColumns(columns.filter((other) => other !== key));
    shown.current?.focus();
  };
  const addOther = (key: ColumnKey) => {
    addColumn(key);
    shown.current?.focus();
  };
  return (
    <div className={styles.panel}>
      <ul ref={shown} className={styles.columns} aria-label="Shown columns" tabIndex={-1}>
        {columns.map((key, index) => {
          const header = headerOf(key);
          return (
            <li key={key} className={styles.column}>
              <span className={styles.name}>{header}</span>
              <button
                type="button"
                className={styles.action}
                aria-label={`Move ${header} up`}
                aria-disabled={index === 0}
                onClick={() => index > 0 && setColumns(moved(columns, index, -1))}
              >
                <Icon of={ArrowUp} size="sm" />
              </button>
              <button
                type="button"
                className={styles.action}
                aria-label={`Move ${header} down`}
                aria-disabled={index === columns.length - 1}
                onClick={() => index < columns.length - 1 && setColumns(moved(columns, index, 1))}
              >
                <Icon of={ArrowDown} size="sm" />
              </button>
              <button
                type="button"
                className={styles.action}
                aria-label={`Remove ${header}`}
                disabled={columns.length === 1}
                onClick={() => remove(key)}
              >
                <Icon of={X} size="sm" />
              </button>
            </li>
          );
        })}
      </ul>
      <div className={styles.more}>
        {hasRoom(columns) && available.length > 0 && (
          <ul className={styles.others} aria-label="More columns">
            {available.map((key) => (
              <li key={key}>
                <button type="button" className={styles.other} onClick={() => addOther(key)}>
                  <Icon of={Plus} size="sm" />
                  {headerOf(key)}
                </button>
              </li>
            ))}
          </ul>
        )}
        {hasRoom(columns) && <DetailsColumn paths={paths} onAdd={addColumn} />}
      </div>
      <div className={styles.foot}>
        <Segments label="Rows" options={DENSITIES} value={look.density} onChange={look.setDensity} />
        <Button variant="ghost" size="sm" isDisabled={look.isStandard} onPress={look.reset}>
          Reset
        </Button>
      </div>
    </div>
  );
};
