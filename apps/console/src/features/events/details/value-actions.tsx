import { Icon } from '@portico/ui';
import { Columns3, ListFilterPlus, ListX, Check, Copy, type LucideIcon } from 'lucide-react';
import type { Is } from '@portico/contracts/query/query';
import { columnOf, type ColumnKey } from '../columns/column-keys.ts';
import type { Edit } from '../query/question.ts';
import { useCopy } from '../../../shared/copy/use-copy.ts';
import * as styles from './details.css.ts';

type IconButtonProps = { icon: LucideIcon; label: string; onPress: () => void; isDisabled?: boolean };

/** A small button next to a value. */
const IconButton = ({ icon, label, onPress, isDisabled = false }: IconButtonProps) => (
  <button
    type="button"
    className={styles.iconButton}
    aria-label={label}
    title={label}
    disabled={isDisabled}
    onClick={onPress}
  >
    <Icon of={icon} size="sm" />
  </button>
);

/**
 * A button that copies a value.
 * @param what the name of the value, such as `trace id`
 */
const CopyButton = ({ what, text }: { what: string; text: string }) => {
  const { isCopied, copy } = useCopy();
  return (
    <IconButton
      icon={isCopied ? Check : Copy}
      label={isCopied ? 'Copied' : `Copy ${what}`}
      onPress={() => void copy(text)}
    />
  );
};

/** Actions on the values of the open event. */
export type ValueUse = {
  onEdit: (edit: Edit, value: Is) => void;
  /** Adds a column to the list. */
  onColumn: (column: ColumnKey) => void;
};

type ValueActionsProps = ValueUse & {
  /** Name of the value in its buttons. */
  name: string;
  copied?: string | undefined;
  /** The query term for the value; null if no query can express the value. */
  term: Is | null;
};

/** Buttons that copy a value, filter the list by the value, exclude the value, and add its field as a column. */
export const ValueActions = ({ name, copied, term, onEdit, onColumn }: ValueActionsProps) => {
  const column = term === null ? undefined : columnOf(term);
  return (
    <>
      {copied !== undefined && <CopyButton what={name} text={copied} />}
      {term && (
        <>
          <IconButton icon={ListFilterPlus} label={`Filter by this ${name}`} onPress={() => onEdit('only', term)} />
          <IconButton icon={ListX} label={`Exclude this ${name}`} onPress={() => onEdit('exclude', term)} />
          {column && <IconButton icon={Columns3} label={`Show ${name} as a column`} onPress={() => onColumn(column)} />}
        </>
      )}
    </>
  );
};
