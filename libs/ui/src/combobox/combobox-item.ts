import type { Key } from 'react-aria-components/Select';

/** An item. `note` appears next to the text, to distinguish items with the same name. */
export type ComboboxItem<Id extends Key = Key> = { id: Id; text: string; note?: string };
