import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '@portico/ui';
import { ExactNumber, ExactObject, exactText } from './exact-json.ts';
import * as styles from './json-tree.css.ts';

type JsonTreeProps = {
  label: string;
  value: object;
  /** Renders actions for the value at a path. The path omits list positions. `text` is the text to copy. */
  renderActions: (path: readonly string[], value: unknown, text: string) => ReactNode;
};

/** Maximum number of entries shown of one object or list. A copy includes all entries. */
const MAX_ENTRIES = 200;
/** Branches below this depth start closed. */
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

type EntriesProps = Pick<JsonTreeProps, 'value' | 'renderActions'> & { path: readonly string[]; depth: number };

const Entries = ({ value, renderActions, path, depth }: EntriesProps) => {
  const entries = entriesOf(value);
  const isList = Array.isArray(value);
  return (
    <ul className={styles.entries}>
      {entries.slice(0, MAX_ENTRIES).map(([name, inner], place) => {
        const own = isList ? path : [...path, name];
        return (
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
                <Entries value={inner} renderActions={renderActions} path={own} depth={depth + 1} />
              </details>
            ) : (
              <div className={styles.line}>
                <span className={isList ? styles.place : styles.name}>{name}</span>
                <Leaf value={inner} />
                <span className={styles.actions}>
                  {renderActions(own, inner, typeof inner === 'string' ? inner : exactText(inner))}
                </span>
              </div>
            )}
          </li>
        );
      })}
      {entries.length > MAX_ENTRIES && <li className={styles.size}>and {entries.length - MAX_ENTRIES} more</li>}
    </ul>
  );
};

/** A JSON object with collapsible branches. */
export const JsonTree = ({ label, value, renderActions }: JsonTreeProps) => (
  <section aria-label={label} className={styles.tree} {...{ tabIndex: 0 }}>
    <Entries value={value} renderActions={renderActions} path={[]} depth={0} />
  </section>
);
