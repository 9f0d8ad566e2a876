import { useMutation } from '@tanstack/react-query';
import { Handshake, TicketCheck, type LucideIcon } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import type { GeneratedFile } from '@portico/contracts/common/files';
import { generateVendors } from '@portico/contracts/http/identity';
import { generateVouchers } from '@portico/contracts/http/orgs';
import { Button, Icon, Screen } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { tellFailure } from '../../shared/messages/toasts.ts';
import * as styles from './functions-screen.css.ts';

/** Has the browser save what a link answers. The server names the file, and says that it is one: the page stays. */
const download = (address: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.rel = 'noopener';
  document.body.append(link);
  link.click();
  link.remove();
};

type FileCardProps = {
  icon: LucideIcon;
  title: string;
  text: string;
  /** What the button says. */
  action: string;
  generate: () => Promise<GeneratedFile>;
};

/** A file that is made when it is asked for, and then downloaded through its signed link. */
const FileCard = ({ icon, title, text, action, generate }: FileCardProps) => {
  const titleId = useId();
  const { mutate, isPending } = useMutation({
    mutationFn: generate,
    onSuccess: ({ Payload }) => download(Payload),
    onError: (error) => tellFailure('load', error),
  });
  return (
    <article className={styles.card} aria-labelledby={titleId}>
      <span className={styles.picture}>
        <Icon of={icon} size="lg" />
      </span>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <p className={styles.text}>{text}</p>
      <Button onPress={() => mutate()} isLoading={isPending}>
        {action}
      </Button>
    </article>
  );
};

/** Files that administrators have made for them. `tools`: the way to what belongs to this screen. */
export const FunctionsScreen = ({ tools }: { tools?: ReactNode }) => {
  const api = useApi();
  return (
    <Screen heading="Functions" tools={tools}>
      <div className={styles.grid}>
        <FileCard
          icon={TicketCheck}
          title="Vouchers"
          text="Every organization's voucher entitlements, allowed and used, as a CSV file for a spreadsheet."
          action="Generate vouchers"
          generate={() => api.call(generateVouchers)}
        />
        <FileCard
          icon={Handshake}
          title="Vendors"
          text="Every vendor with address, categories and description, as a CSV file for a spreadsheet."
          action="Generate vendors"
          generate={() => api.call(generateVendors)}
        />
      </div>
    </Screen>
  );
};
