import { useState, type RefObject } from 'react';
import type { FieldFault } from './faults.ts';
import { focusFirst, showsField } from './field-focus.ts';

/** A message above the form, for faults without a field. It takes the focus if no invalid field does. */
export type Notice = { text: string; takesFocus: boolean };

/** Guides people to faults: focuses the first invalid field, and shows a message above the form for the others. */
export const useNotice = (form: RefObject<HTMLFormElement | null>) => {
  const [notice, setNotice] = useState<Notice | null>(null);
  const shows = ({ name }: FieldFault) => showsField(form.current, name);
  const tell = (faults: readonly FieldFault[], words?: string) => {
    const names = faults.map(({ name }) => name);
    const unshown = faults.filter((fault) => !shows(fault)).map(({ message }) => message);
    const text = words ?? unshown.join('. ');
    const isFocused = focusFirst(form.current, names);
    setNotice(text === '' ? null : { text, takesFocus: !isFocused });
  };
  return { notice, shows, tell, clear: () => setNotice(null) };
};
