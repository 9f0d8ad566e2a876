import { Check, Copy } from 'lucide-react';
import { IconButton } from './icon-button.tsx';
import { useCopy } from '../../../shared/copy/use-copy.ts';

/** Copies a value. @param what its name, as `trace id` */
export const CopyButton = ({ what, text }: { what: string; text: string }) => {
  const { isCopied, copy } = useCopy();
  return (
    <IconButton
      icon={isCopied ? Check : Copy}
      label={isCopied ? 'Copied' : `Copy ${what}`}
      onPress={() => void copy(text)}
    />
  );
};
