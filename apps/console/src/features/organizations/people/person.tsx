import type { ReactNode } from 'react';
import { ListRow, Note, Row, Stack } from '@portico/ui';

type PersonProps = {
  name: string;
  note: ReactNode;
  state?: ReactNode;
  children?: ReactNode;
};

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
