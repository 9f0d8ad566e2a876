import { Search } from 'lucide-react';
import { Autocomplete } from 'react-aria-components/Autocomplete';
import { Dialog } from 'react-aria-components/Dialog';
import { Header } from 'react-aria-components/Header';
import { Input } from 'react-aria-components/Input';
import { ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components/ListBox';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import { TextField } from 'react-aria-components/TextField';
import { Icon } from '../icon/icon.tsx';
import { visuallyHidden } from '../theme/visually-hidden.css.ts';
import type { PaletteEntry, PaletteGroup } from './palette-group.ts';
import * as styles from './palette.css.ts';

type PaletteProps = {
  label: string;
  placeholder: string;
  /** The typed text. `groups` contain only its matches, and no empty group. */
  term: string;
  onTermChange: (term: string) => void;
  groups: readonly PaletteGroup[];
  isSearching?: boolean;
  /** Called for Escape, a click outside, and before the selected entry runs. */
  onClose: () => void;
};

const AUTO_FOCUS = { autoFocus: true };
/** Attributes that connect the search to the list: arrow keys move through the list while the focus stays in the search. */
const EXPANDED = { role: 'combobox', 'aria-expanded': true };

const Entry = ({ entry: { id, text, note, icon, keys = [] } }: { entry: PaletteEntry }) => (
  <ListBoxItem id={id} textValue={text} className={styles.entry}>
    {icon && <Icon of={icon} />}
    <span className={styles.text}>{text}</span>
    {note !== undefined && <span className={styles.note}>{note}</span>}
    {keys.length > 0 && (
      <span className={styles.keys}>
        {keys.map((key, place) => (
          <kbd key={place} className={styles.key}>
            {key}
          </kbd>
        ))}
      </span>
    )}
  </ListBoxItem>
);

const foundText = (count: number, isSearching: boolean): string => {
  if (isSearching && count === 0) return 'Searching…';
  if (count === 0) return 'No results.';
  return count === 1 ? '1 result' : `${count} results`;
};

export const Palette = (props: PaletteProps) => {
  const { label, placeholder, term, onTermChange, groups, isSearching = false, onClose } = props;
  const shown = groups.filter(({ entries }) => entries.length > 0);
  const entries = shown.flatMap((group) => group.entries);
  return (
    <ModalOverlay isOpen isDismissable onOpenChange={(isOpen) => !isOpen && onClose()} className={styles.overlay}>
      <Modal className={styles.panel}>
        <Dialog aria-label={label} className={styles.content}>
          <Autocomplete inputValue={term} onInputChange={onTermChange}>
            <TextField {...AUTO_FOCUS} aria-label={placeholder} className={styles.search}>
              <span className={styles.glass}>
                <Icon of={Search} />
              </span>
              <Input {...EXPANDED} className={styles.input} placeholder={placeholder} />
            </TextField>
            <ListBox
              aria-label={label}
              className={styles.list}
              onAction={(key) => entries.find(({ id }) => id === key)?.onAction()}
              renderEmptyState={() => null}
            >
              {shown.map(({ title, entries: own }) => (
                <ListBoxSection key={title} id={title} className={styles.group}>
                  <Header className={styles.title}>{title}</Header>
                  {own.map((entry) => (
                    <Entry key={entry.id} entry={entry} />
                  ))}
                </ListBoxSection>
              ))}
            </ListBox>
          </Autocomplete>
          <output className={entries.length === 0 ? styles.status : visuallyHidden}>
            {foundText(entries.length, isSearching)}
          </output>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
};
