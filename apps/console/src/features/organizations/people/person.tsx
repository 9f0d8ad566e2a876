import type { ReactNode } from 'react';
import { ListRow, Note, Row, Stack } from '@portico/ui';

type PersonProps = {
  name: string;
  note: ReactNode;
  /** Badge with the person's state. */
  state?: ReactNode;
  /** Actions at the end of the row. */
  children?: ReactNode;
};

/** One person of an organization. */
export const Person = ({ name, note, state, children }: PersonProps) => (
  <ListRow>
    <Row justify="between">
      <Stack gap={1}>
        <Row>
          <span>{name}</span>
          {state}
        </Row>
        <Note>{note}</Note>
      </Stack>
      <Row>{children}</Row>
    </Row>
  </ListRow>
);
