import { useState, type RefObject } from 'react';
import type { FieldFault } from './faults.ts';
import { focusFirst, showsField } from './field-focus.ts';

/** What stands above the form because no field can show it. It takes the focus when no faulty field does. */
export type Notice = { text: string; takesFocus: boolean };

/** Leads people to what is wrong: into the first faulty field as seen, and above the form for what no field shows. */
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
