import { Button } from '@portico/ui';
import { useCopy } from '../../shared/copy/use-copy.ts';

/** The link of an invitation, for a manager who sends it themselves. */
export const CopyLink = ({ link, email }: { link: string; email: string }) => {
  const { isCopied, copy } = useCopy();
  return (
    <Button
      variant="ghost"
      size="sm"
      aria-label={isCopied ? `Copied the link of ${email}` : `Copy link of ${email}`}
      onPress={() => void copy(link)}
    >
      {isCopied ? 'Copied' : 'Copy link'}
    </Button>
  );
};
