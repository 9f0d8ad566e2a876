import { useEffect, useState } from 'react';
import { toast } from '@portico/ui';

const COPIED_MS = 1_500;

/** Shows a toast if the browser refuses. */
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
