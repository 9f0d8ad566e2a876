import { useQuery } from '@tanstack/react-query';
import { Gauge } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { Meters } from '@portico/contracts/http/usage';
import { counted, EmptyState, List, ListRow, Note, Row, Screen } from '@portico/ui';
import { useApi } from '../../api/use-api.ts';
import { AT_THE_LIMIT } from '../../shared/purchases/usage.ts';
import { RowButton } from '../../shared/lists/row-button.tsx';
import { LoadState } from '../../shared/messages/load-failure.tsx';
import { MeterDialog, type MeterDialogProps } from './meter-dialog.tsx';
import { meterText } from './meter-words.ts';
import { metersQuery } from './meters.queries.ts';

type MeterRowProps = { of: Meters['data'][number]; onEdit: () => void };

const MeterRow = ({ of: { lookupKey, name, organizations, meter }, onEdit }: MeterRowProps) => (
  <ListRow>
    <Row justify="between">
      <div>
        <strong>{name}</strong>
        <p>{meterText(meter)}</p>
        {meter?.hard === true && <Note>{AT_THE_LIMIT}</Note>}
        <Note>
          {lookupKey}, {counted(organizations, 'organization')}
        </Note>
      </div>
      <RowButton
        text={meter ? 'Edit' : 'Add a meter'}
        target={meter ? `the meter of ${name}` : `to ${name}`}
        onPress={onEdit}
      />
    </Row>
  </ListRow>
);

type MetersScreenProps = Pick<MeterDialogProps, 'renderAssist'> & { back: ReactNode };

/** Lists entitlements with their meters, for administrators. A meter defines which events count as use. */
export const MetersScreen = ({ back, renderAssist }: MetersScreenProps) => {
  const query = useQuery(metersQuery(useApi()));
  const [edited, setEdited] = useState<string | null>(null);
  const meters = query.data?.data;
  const opened = meters?.find(({ lookupKey }) => lookupKey === edited);
  return (
    <Screen heading="Meters" back={back}>
      {!meters && <LoadState title="The meters could not be loaded" query={query} height="12rem" />}
      {meters?.length === 0 && (
        <EmptyState
          isFramed
          icon={Gauge}
          title="No entitlements yet"
          text="An entitlement that an organization has bought can have a meter."
        />
      )}
      {meters && meters.length > 0 && (
        <List label="Meters">
          {meters.map((row) => (
            <MeterRow key={row.lookupKey} of={row} onEdit={() => setEdited(row.lookupKey)} />
          ))}
        </List>
      )}
      {opened && (
        <MeterDialog key={opened.lookupKey} of={opened} renderAssist={renderAssist} onClose={() => setEdited(null)} />
      )}
    </Screen>
  );
};
