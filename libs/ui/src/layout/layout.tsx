import type { ReactNode } from 'react';
import type { vars } from '../theme/vars.css.ts';
import * as styles from './layout.css.ts';

type Space = keyof typeof vars.space;
type Group = { gap?: Space; children: ReactNode };

const classes = (...names: (string | undefined)[]) => names.filter(Boolean).join(' ');

type StackProps = Group & { as?: 'div' | 'section' | 'ul' };

/** `gap` is a step of `vars.space`. */
export const Stack = ({ gap = 3, as: Tag = 'div', children }: StackProps) => (
  <Tag className={classes(styles.stack, styles.gap[gap])}>{children}</Tag>
);

export type RowProps = Group & { justify?: 'between' | 'end'; align?: 'start' | 'baseline' };

export const Row = ({ gap = 2, justify, align, children }: RowProps) => (
  <div
    className={classes(styles.row, styles.gap[gap], justify && styles.justify[justify], align && styles.align[align])}
  >
    {children}
  </div>
);

/** Places its children in as many equal columns as fit. A column is at least 26rem wide, unless it is the only one. */
export const Columns = ({ gap = 5, children }: Group) => (
  <div className={classes(styles.columns, styles.gap[gap])}>{children}</div>
);

export const Card = ({ gap = 3, children }: Partial<Group>) => (
  <div className={classes(styles.card, styles.stack, styles.gap[gap])}>{children}</div>
);

export type ListProps = { label?: string; children: ReactNode };

export const List = ({ label, children }: ListProps) => (
  <ul className={styles.list} aria-label={label}>
    {children}
  </ul>
);

export const ListRow = ({ children }: { children: ReactNode }) => <li className={styles.listRow}>{children}</li>;

type NoteProps = { tone?: 'success' | 'warning' | 'danger'; children: ReactNode };

export const Note = ({ tone, children }: NoteProps) => (
  <p className={classes(styles.note, tone && styles.tone[tone])}>{children}</p>
);

type SectionHeaderProps = {
  heading: string;
  id?: string;
  level?: 2 | 3;
  lead?: ReactNode;
  tools?: ReactNode;
};

export const SectionHeader = ({ heading, id, level = 2, lead, tools }: SectionHeaderProps) => {
  const Heading = `h${level}` as const;
  return (
    <div className={styles.sectionHeader}>
      <div>
        <Heading id={id} className={styles.heading[level]}>
          {heading}
        </Heading>
        {lead !== undefined && <Note>{lead}</Note>}
      </div>
      {tools}
    </div>
  );
};
