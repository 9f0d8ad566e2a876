import { useState } from 'react';
import type { Key } from 'react-aria-components/Select';
import type { ComboboxItem } from './combobox-item.ts';
import type { ServerSearch } from './use-server-search.ts';

type AdditionOptions<Id extends Key> = {
  search: ServerSearch<ComboboxItem<Id>>;
  onCreate: ((text: string) => Promise<ComboboxItem<Id>>) | undefined;
  onCreated: (item: ComboboxItem<Id>) => void;
};

const caseless = (text: string): string => text.normalize('NFC').toLowerCase();

/** Offers to add the typed text if allowed and if no item has that name in any case. */
export const useAddition = <Id extends Key>({ search, onCreate, onCreated }: AdditionOptions<Id>) => {
  const [isPending, setIsPending] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const typed = search.term.trim();
  const wanted = caseless(typed);
  const isKnown = search.items.some((item) => caseless(item.text) === wanted);
  const text = onCreate && typed !== '' && search.status === 'ready' && !isKnown ? typed : null;
  const create = async () => {
    if (text === null || !onCreate) return;
    setIsPending(true);
    try {
      onCreated(await onCreate(text));
    } catch (reason) {
      setFault(reason instanceof Error ? reason.message : `“${text}” could not be added.`);
    } finally {
      setIsPending(false);
    }
  };
  return { text, isPending, fault, create: () => void create(), forget: () => setFault(null) };
};
