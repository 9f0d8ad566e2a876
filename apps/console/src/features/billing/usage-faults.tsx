import type { UsageFault } from '@portico/contracts/http/billing';
import { Button, List, ListRow, Note, Row, SectionHeader, Stack } from '@portico/ui';
import { amountText } from '../../shared/purchases/usage.ts';

const textOf = ({ invoice, stripe, portico, reason }: UsageFault): string => {
  if (stripe !== null && portico !== null)
    return `Invoice ${invoice ?? ''} has ${amountText(stripe)}, Portico counts ${amountText(portico)}`;
  return portico === null ? (reason ?? '') : `${amountText(portico)} not sent: ${reason ?? ''}`;
};

export type UsageFaultsProps = {
  faults: readonly UsageFault[];
  onOpen: (organization: { id: number; name: string }) => void;
};

/** Differences in use between Stripe and Portico, for administrators; empty without any. */
export const UsageFaults = ({ faults, onOpen }: UsageFaultsProps) => {
  if (faults.length === 0) return null;
  return (
    <Stack as="section">
      <SectionHeader heading="Usage that differs" lead="Stripe and Portico differ." />
      <List label="Usage that differs">
        {faults.map((fault) => {
          const { organizationId: id, organizationName, lookupKey, invoice } = fault;
          const name = organizationName ?? (id === null ? null : `Organization ${id}`);
          const title = name === null ? lookupKey : `${name}, ${lookupKey}`;
          return (
            <ListRow key={`${id} ${lookupKey} ${invoice} ${textOf(fault)}`}>
              <Row justify="between">
                <div>
                  <p>{title}</p>
                  <Note>{textOf(fault)}</Note>
                </div>
                {id !== null && name !== null && (
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={`Open billing of ${name}`}
                    onPress={() => onOpen({ id, name })}
                  >
                    Open billing
                  </Button>
                )}
              </Row>
            </ListRow>
          );
        })}
      </List>
    </Stack>
  );
};
