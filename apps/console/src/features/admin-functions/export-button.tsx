import { generateVendors } from '@portico/contracts/http/identity';
import { generateVouchers } from '@portico/contracts/http/orgs';
import { Button } from '@portico/ui';
import { useChange } from '../../api/calls.ts';
import { tellFailure } from '../../shared/messages/toasts.ts';

const EXPORTS = {
  vendors: { text: 'Generate vendors', endpoint: generateVendors },
  vouchers: { text: 'Generate vouchers', endpoint: generateVouchers },
} as const;

/** Downloads the file behind a link. The server sends the file as an attachment, so the browser does not leave the page. */
const download = (address: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
};

export type ExportButtonProps = { of: keyof typeof EXPORTS; variant?: 'primary' | 'secondary' };

/** Requests a CSV file, and downloads it through its signed link. */
export const ExportButton = ({ of, variant = 'secondary' }: ExportButtonProps) => {
  const { text, endpoint } = EXPORTS[of];
  const { mutate, isPending } = useChange(endpoint, () => ({}), {
    onSuccess: ({ Payload }) => download(Payload),
    onError: (error) => tellFailure('load', error),
  });
  return (
    <Button variant={variant} onPress={() => mutate()} isLoading={isPending}>
      {text}
    </Button>
  );
};
