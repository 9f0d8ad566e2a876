import { useEffect, useState } from 'react';

/** The text, debounced by this many milliseconds. Starts with the first text. */
export const useRested = (text: string, milliseconds: number): string => {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return rested;
};
