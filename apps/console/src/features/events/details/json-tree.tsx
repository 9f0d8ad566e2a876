import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '@portico/ui';
import { ExactNumber, ExactObject, exactText } from './exact-json.ts';
import * as styles from './json-tree.css.ts';

type JsonTreeProps = {
  label: string;
  value: object;
  /** Renders buttons for the value at a path. The path omits positions in lists. `text` is the text to copy. */
  renderActions: (path: readonly string[], value: unknown, text: string) => ReactNode;
};

const MAX_ENTRIES = 200;
/** Branches below this depth are closed at first. */
const OPEN_DEPTH = 2;

const isBranch = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !(value instanceof ExactNumber);

const entriesOf = (value: object): readonly (readonly [name: string, value: unknown])[] =>
  value instanceof ExactObject ? value.entries : Object.entries(value);

const typeOf = (value: unknown): string => {
  if (value instanceof ExactNumber) return 'number';
  return value === null ? 'null' : typeof value;
};

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
                  <span className={styles.subtle}>
                    {Array.isArray(inner) ? `[${inner.length}]` : `{${entriesOf(inner).length}}`}
                  </span>
                </summary>
                <Entries value={inner} renderActions={renderActions} path={own} depth={depth + 1} />
              </details>
            ) : (
              <div className={styles.line}>
                <span className={isList ? styles.subtle : styles.name}>{name}</span>
                <span className={styles.value} data-type={typeOf(inner)}>
                  {isBranch(inner) ? JSON.stringify(Array.isArray(inner) ? [] : {}) : exactText(inner)}
                </span>
                <span className={styles.actions}>
                  {renderActions(own, inner, typeof inner === 'string' ? inner : exactText(inner))}
                </span>
              </div>
            )}
          </li>
        );
      })}
      {entries.length > MAX_ENTRIES && <li className={styles.subtle}>and {entries.length - MAX_ENTRIES} more</li>}
    </ul>
  );
};

export const JsonTree = ({ label, value, renderActions }: JsonTreeProps) => (
  <section aria-label={label} className={styles.tree} {...{ tabIndex: 0 }}>
    <Entries value={value} renderActions={renderActions} path={[]} depth={0} />
  </section>
);
