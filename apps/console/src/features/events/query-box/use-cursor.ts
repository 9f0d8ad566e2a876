import { useEffect, useState } from 'react';

const EVENTS = ['input', 'keyup', 'click', 'focusin', 'focusout', 'select'] as const;

/** Where the cursor of a focused input is, in characters; null while something is selected. */
export const useCursor = (input: HTMLInputElement) => {
  const [state, setState] = useState<{ cursor: number | null; isFocused: boolean }>({ cursor: null, isFocused: false });
  useEffect(() => {
    const read = () => {
      const { selectionStart, selectionEnd } = input;
      const cursor = selectionStart === selectionEnd ? selectionStart : null;
      const isFocused = document.activeElement === input;
      setState((known) => (known.cursor === cursor && known.isFocused === isFocused ? known : { cursor, isFocused }));
    };
    read();
    // At the document: what is rendered for an event of the input itself, before React has heard of it, is rendered without
    // the letter that was typed, and React puts the text of before back into the input.
    for (const event of EVENTS) document.addEventListener(event, read);
    return () => {
      for (const event of EVENTS) document.removeEventListener(event, read);
    };
  }, [input]);
  return state;
};
