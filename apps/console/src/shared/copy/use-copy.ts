import { useEffect, useState } from 'react';
import { toast } from '@portico/ui';

const COPIED_MS = 1_500;

/** Copies text to the clipboard. Shows a toast if the browser denies access to the clipboard. */
export const useCopy = () => {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      toast('error', 'Text not copied', 'The browser does not let this page use the clipboard.');
    }
  };
  return { isCopied, copy };
};
