import type { Usertype } from '@portico/contracts/common/roles';
import { Dialog } from '@portico/ui';
import { placesFor } from '../palette/places.ts';
import { COMMAND_KEY } from './command-key.ts';
import * as styles from './shortcuts.css.ts';

type Shortcut = { keys: readonly string[]; text: string };

/** A user presses the `keys` of one shortcut together. */
const SHORTCUTS: readonly Shortcut[] = [
  { keys: [COMMAND_KEY, 'K'], text: 'Go to, find or do anything' },
  { keys: ['/'], text: 'Search this page' },
  { keys: ['?'], text: 'Show these shortcuts' },
  { keys: ['Alt', 'T'], text: 'Go to the notifications' },
  { keys: ['Space'], text: 'Pause or resume the live list' },
  { keys: ['Enter'], text: 'Open the focused row' },
  { keys: ['j'], text: 'Go to the first row or the row below. In an open event: next event' },
  { keys: ['k'], text: 'Go to the row above. In an open event: previous event' },
  { keys: ['Down'], text: 'Go to the row below' },
  { keys: ['Up'], text: 'Go to the row above' },
  { keys: ['Left'], text: 'Go to the previous tab' },
  { keys: ['Right'], text: 'Go to the next tab' },
  { keys: ['Shift', 'Right'], text: 'Select a time range on the histogram; Enter applies it' },
  { keys: ['Esc'], text: 'Close a dialog or menu, or clear the search' },
];

const List = ({ shortcuts }: { shortcuts: readonly Shortcut[] }) => (
  <dl className={styles.list}>
    {shortcuts.map(({ keys, text }) => (
      <div key={text} className={styles.shortcut}>
        <dt>{text}</dt>
        <dd className={styles.keys}>
          {keys.map((key) => (
            <kbd key={key} className={styles.key}>
              {key}
            </kbd>
          ))}
        </dd>
      </div>
    ))}
  </dl>
);

export const ShortcutsSheet = ({ usertype, onClose }: { usertype: Usertype; onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    {/* The section can have the focus, so that the keyboard can scroll it. */}
    <section aria-label="Shortcuts" {...{ tabIndex: 0 }}>
      <List shortcuts={SHORTCUTS} />
      <h3 className={styles.heading}>Go to a screen: press one key after the other</h3>
      <List shortcuts={placesFor(usertype).map(({ key, text }) => ({ keys: ['g', key], text }))} />
    </section>
  </Dialog>
);
