import { Button } from '@portico/ui';
import { useCopy } from '../../shared/copy/use-copy.ts';

/** A button that copies a text. `what` names the text, such as 'the key'. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const { isCopied, copy } = useCopy();
  return (
    <Button
      variant="secondary"
      size="sm"
      aria-label={isCopied ? `Copied ${what}` : `Copy ${what}`}
      onPress={() => void copy(text)}
    >
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  );
};
