import * as styles from './button.css.ts';

export type ButtonLook = { variant?: keyof typeof styles.variant; size?: keyof typeof styles.size };

/** The classes of a button, for links that look like one, without the button's code. */
export const buttonClass = ({ variant = 'primary', size = 'default' }: ButtonLook = {}): string =>
  `${styles.base} ${styles.variant[variant]} ${styles.size[size]}`;
