import { Dialog } from '@portico/ui';
import * as styles from './shortcuts.css.ts';

/** What the sheet of shortcuts tells; keys of one shortcut are pressed together. */
const SHORTCUTS: readonly { keys: readonly string[]; text: string }[] = [
  { keys: ['/'], text: 'Search this page' },
  { keys: ['?'], text: 'Show these shortcuts' },
  { keys: ['Alt', 'T'], text: 'Go to the notifications' },
  { keys: ['Space'], text: 'Pause or resume the live list' },
  { keys: ['Enter'], text: 'Open the focused row' },
  { keys: ['j'], text: 'First row, then the row below; in an open event, the next one' },
  { keys: ['k'], text: 'Row above; in an open event, the previous one' },
  { keys: ['Down'], text: 'Row below' },
  { keys: ['Up'], text: 'Row above' },
  { keys: ['Left'], text: 'Previous tab' },
  { keys: ['Right'], text: 'Next tab' },
  { keys: ['Shift', 'Right'], text: 'Select a time range on the histogram; Enter applies it' },
  { keys: ['Esc'], text: 'Close a dialog or menu, or clear the search' },
];

/** Every shortcut of the console, in a dialog. A file of its own, so that it is fetched when it is opened. */
export const ShortcutsSheet = ({ onClose }: { onClose: () => void }) => (
  <Dialog title="Keyboard shortcuts" onClose={onClose}>
    <dl className={styles.list}>
      {SHORTCUTS.map(({ keys, text }) => (
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
  </Dialog>
);
