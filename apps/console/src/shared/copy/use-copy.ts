import { useEffect, useState } from 'react';
import { toast } from '@portico/ui';

/** How long it is said that something was copied. */
const SAID_MS = 1_500;

/** Puts text on the clipboard; `isCopied` for a moment afterwards. A browser that refuses is reported. */
export const useCopy = () => {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setIsCopied(false), SAID_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      toast('error', 'Not copied', 'The browser does not let this page use the clipboard.');
    }
  };
  return { isCopied, copy };
};
