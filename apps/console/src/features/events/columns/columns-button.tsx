import { Columns3 } from 'lucide-react';
import { buttonClass, Icon, lazyPart, PanelLoading, PopoverButton } from '@portico/ui';
import * as styles from '../events-screen.css.ts';
import type { ColumnsPanelProps } from './columns-panel.tsx';

const ColumnsPanel = lazyPart(
  async () => (await import('./columns-panel.tsx')).ColumnsPanel,
  <PanelLoading label="Columns" />,
);

export const ColumnsButton = (props: ColumnsPanelProps) => (
  <PopoverButton
    label="Columns"
    className={buttonClass({ variant: 'secondary' })}
    placement="bottom end"
    renderPanel={() => <ColumnsPanel {...props} />}
  >
    <Icon of={Columns3} />
    <span className={styles.word}>Columns</span>
  </PopoverButton>
);
