import { useEffect, useRef, type ReactNode } from 'react';
import { Alert } from '../alert/alert.tsx';
import type { BindField, FormSchema, FormValues } from './form-schema.ts';
import { Submitting } from './form-parts.tsx';
import * as styles from './form.css.ts';
import { useSchemaForm, type SchemaFormOptions } from './use-schema-form.ts';

type FormProps<Schema extends FormSchema> = SchemaFormOptions<Schema> & {
  /** Renders the fields. Spread the result of `field('name')` over a field of the same type. */
  children: (form: { field: BindField<FormValues<Schema>>; isChanged: boolean; isSubmitting: boolean }) => ReactNode;
  'aria-label'?: string;
};

/**
 * A form for one schema. It validates on submit, and then after every change, and focuses the first invalid field. Faults from the
 * server appear under their fields; faults without a field appear above the form. A rejected form keeps its input.
 */
export const Form = <Schema extends FormSchema>({ children, 'aria-label': label, ...options }: FormProps<Schema>) => {
  const element = useRef<HTMLFormElement>(null);
  const alert = useRef<HTMLDivElement>(null);
  const { notice, onSubmit, ...form } = useSchemaForm(options, element);
  useEffect(() => {
    if (notice?.takesFocus === true) alert.current?.focus();
  }, [notice]);
  return (
    <Submitting value={form.isSubmitting}>
      <form ref={element} className={styles.form} aria-label={label} noValidate onSubmit={onSubmit}>
        {notice && (
          <div ref={alert} tabIndex={-1} className={styles.notice}>
            <Alert variant="danger">{notice.text}</Alert>
          </div>
        )}
        {children(form)}
      </form>
    </Submitting>
  );
};
