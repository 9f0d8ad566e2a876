import type { Key } from 'react-aria-components/Select';

/** `note` stands beside the text, to tell two of the same name apart. */
export type ComboboxItem<Id extends Key = Key> = { id: Id; text: string; note?: string };
