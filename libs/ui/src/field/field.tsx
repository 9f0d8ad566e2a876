import { CircleAlert } from 'lucide-react';
import { FieldError } from 'react-aria-components/FieldError';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { Icon } from '../icon/icon.tsx';
import * as styles from './field.css.ts';

/** Props of React Aria's field element. `data-field` lets a form find the field. */
export const fieldProps = (name: string | undefined, fault: string | undefined) => ({
  ...(name !== undefined && { name }),
  'data-field': name,
  isInvalid: fault !== undefined,
  validationBehavior: 'aria' as const,
  className: styles.field,
});

export const FieldLabel = ({ children }: { children: string }) => <Label className={styles.label}>{children}</Label>;

/** The text under a field: the fault, or without a fault the description. */
export const FieldNote = ({ error, description }: { error: string | undefined; description: string | undefined }) => (
  <>
    {description !== undefined && error === undefined && (
      <Text slot="description" className={styles.description}>
        {description}
      </Text>
    )}
    <FieldError className={styles.error}>
      <span className={styles.errorIcon}>
        <Icon of={CircleAlert} size="sm" />
      </span>
      {error}
    </FieldError>
  </>
);
