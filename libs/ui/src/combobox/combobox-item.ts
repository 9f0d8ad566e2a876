import type { Key } from 'react-aria-components/Select';

/** `note` distinguishes items with the same name. */
export type ComboboxItem<Id extends Key = Key> = { id: Id; text: string; note?: string };
