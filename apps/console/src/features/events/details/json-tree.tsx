import { ChevronRight, ListFilterPlus } from 'lucide-react';
import { Icon } from '@portico/ui';
import { CopyButton } from './copy-button.tsx';
import { ExactNumber, ExactObject, exactText } from './exact-json.ts';
import { IconButton } from './icon-button.tsx';
import * as styles from './json-tree.css.ts';

export type JsonTreeProps = {
  label: string;
  value: object;
  /** For a value of the first level: narrows the list to it; null where nothing can. */
  filterBy?: (name: string) => (() => void) | null;
};

/** Entries of one object or list that are shown before the rest is left to the copy. */
const MOST = 200;
/** Deeper than this a branch is closed at first. */
const OPEN_DEPTH = 2;

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber);

const entriesOf = (value: object): readonly (readonly [name: string, value: unknown])[] =>
  value instanceof ExactObject ? value.entries : Object.entries(value);

const typeOf = (value: unknown): string => {
  if (value instanceof ExactNumber) return 'number';
  return value === null ? 'null' : typeof value;
};

/** A value without entries. */
const Leaf = ({ value }: { value: unknown }) => (
  <span className={styles.value} data-type={typeOf(value)}>
    {isBranch(value) ? JSON.stringify(Array.isArray(value) ? [] : {}) : exactText(value)}
  </span>
);

const Actions = ({ name, value, onFilter }: { name: string; value: unknown; onFilter: (() => void) | null }) => (
  <span className={styles.actions}>
    <CopyButton what={name} text={typeof value === 'string' ? value : exactText(value)} />
    {onFilter && <IconButton icon={ListFilterPlus} label={`Filter by this ${name}`} onPress={onFilter} />}
  </span>
);

type EntriesProps = { value: object; depth: number; filterBy?: JsonTreeProps['filterBy'] };

const Entries = ({ value, depth, filterBy }: EntriesProps) => {
  const entries = entriesOf(value);
  const isList = Array.isArray(value);
  return (
    <ul className={styles.entries}>
      {entries.slice(0, MOST).map(([name, inner], place) => (
        <li key={`${place} ${name}`}>
          {isBranch(inner) && entriesOf(inner).length > 0 ? (
            <details open={depth < OPEN_DEPTH}>
              <summary className={styles.line}>
                <span className={styles.marker}>
                  <Icon of={ChevronRight} size="sm" />
                </span>
                <span className={styles.name}>{name}</span>
                <span className={styles.size}>
                  {Array.isArray(inner) ? `[${inner.length}]` : `{${entriesOf(inner).length}}`}
                </span>
              </summary>
              <Entries value={inner} depth={depth + 1} />
            </details>
          ) : (
            <div className={styles.line}>
              <span className={isList ? styles.place : styles.name}>{name}</span>
              <Leaf value={inner} />
              <Actions name={name} value={inner} onFilter={filterBy?.(name) ?? null} />
            </div>
          )}
        </li>
      ))}
      {entries.length > MOST && <li className={styles.size}>and {entries.length - MOST} more</li>}
    </ul>
  );
};

/** A JSON object whose branches open and close. */
export const JsonTree = ({ label, value, filterBy }: JsonTreeProps) => (
  <section aria-label={label} className={styles.tree} {...{ tabIndex: 0 }}>
    <Entries value={value} depth={0} filterBy={filterBy} />
  </section>
);
