import * as styles from './roles-about.css.ts';
import { ROLE_ABOUT, ROLE_OPTIONS } from '../../shared/roles/role-text.ts';

/** Explains every role. */
export const RolesAbout = () => (
  <dl className={styles.roles}>
    {ROLE_OPTIONS.map(({ value, text }) => (
      <div key={value} className={styles.role}>
        <dt className={styles.name}>{text}</dt>
        <dd className={styles.about}>{ROLE_ABOUT[value]}</dd>
      </div>
    ))}
  </dl>
);
