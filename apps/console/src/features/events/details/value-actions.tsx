import { Icon } from '@portico/ui';
import { Columns3, ListFilterPlus, ListX, Check, Copy, type LucideIcon } from 'lucide-react';
import type { Is } from '@portico/contracts/query/query';
import { columnOf, type ColumnKey } from '../columns/column-keys.ts';
import type { Edit } from '../query/question.ts';
import { useCopy } from '../../../shared/copy/use-copy.ts';
import * as styles from './details.css.ts';

type IconButtonProps = { icon: LucideIcon; label: string; onPress: () => void };

const IconButton = ({ icon, label, onPress }: IconButtonProps) => (
  <button type="button" className={styles.iconButton} aria-label={label} title={label} onClick={onPress}>
    <Icon of={icon} size="sm" />
  </button>
);

const CopyButton = ({ name, text }: { name: string; text: string }) => {
  const { isCopied, copy } = useCopy();
  return (
    <IconButton
      icon={isCopied ? Check : Copy}
      label={isCopied ? 'Copied' : `Copy ${name}`}
      onPress={() => void copy(text)}
    />
  );
};

export type ValueUse = {
  onEdit: (edit: Edit, value: Is) => void;
  /** Adds a column to the list. */
  onColumn: (column: ColumnKey) => void;
};

type ValueActionsProps = ValueUse & {
  /** Name of the value in the texts of the buttons. */
  name: string;
  /** The text to copy. Without it, there is no copy button. */
  copied?: string | undefined;
  /** The query term for the value; null if no query can express the value. */
  term: Is | null;
};

/** Buttons that copy a value, filter the list by the value, exclude the value, and add its field as a column. */
export const ValueActions = ({ name, copied, term, onEdit, onColumn }: ValueActionsProps) => {
  const column = term === null ? undefined : columnOf(term);
  return (
    <>
      {copied !== undefined && <CopyButton name={name} text={copied} />}
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
