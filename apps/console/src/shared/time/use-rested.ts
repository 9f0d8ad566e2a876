import { useEffect, useState } from 'react';

/** Returns the text, debounced by the given milliseconds. The first text is returned at once. */
export const useRested = (text: string, milliseconds: number): string => {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), milliseconds);
    return () => clearTimeout(timer);
  }, [text, milliseconds]);
  return rested;
};
