import { Handshake, TicketCheck, type LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { Icon, Screen } from '@portico/ui';
import { ExportButton, type ExportButtonProps } from './export-button.tsx';
import * as styles from './functions-screen.css.ts';

type FileCardProps = Pick<ExportButtonProps, 'of'> & { icon: LucideIcon; title: string; text: string };

const FileCard = ({ of, icon, title, text }: FileCardProps) => {
  const titleId = useId();
  return (
    <article className={styles.card} aria-labelledby={titleId}>
      <span className={styles.picture}>
        <Icon of={icon} size="lg" />
      </span>
      <h2 id={titleId} className={styles.title}>
        {title}
      </h2>
      <p className={styles.text}>{text}</p>
      <ExportButton of={of} variant="primary" />
    </article>
  );
};

/** Offers the files that administrators can generate. Each file is also available on the screen that lists the same data. */
export const FunctionsScreen = () => (
  <Screen heading="Functions">
    <div className={styles.grid}>
      <FileCard
        of="vouchers"
        icon={TicketCheck}
        title="Vouchers"
        text="Every organization's voucher entitlements, allowed and used, as a CSV file for a spreadsheet."
      />
      <FileCard
        of="vendors"
        icon={Handshake}
        title="Vendors"
        text="Every vendor with address, categories and description, as a CSV file for a spreadsheet."
      />
    </div>
  </Screen>
);
